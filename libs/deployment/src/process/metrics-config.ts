import { IsInt, Max, Min } from 'class-validator';

/** The port for metrics, on `metricsHost`. */
export class MetricsConfig {
  /** 0, the default, opens no port. */
  @IsInt()
  @Min(0)
  @Max(65_535)
  METRICS_PORT = 0;
}

/** Metrics are for this machine only. */
export const metricsHost = '127.0.0.1';
