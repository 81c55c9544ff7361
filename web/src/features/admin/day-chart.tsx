import { useComputedColorScheme } from '@mantine/core';
import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import { useEffect, useRef } from 'react';
import { chartInk } from '../../design/parts/look/chart-ink.ts';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

/** A number for each day, as bars. The table of the same numbers is its alternative. */
export function DayChart({
  label,
  days,
  numbers,
}: {
  readonly label: string;
  readonly days: readonly string[];
  readonly numbers: readonly number[];
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scheme = useComputedColorScheme('light');

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return undefined;
    const { text, line } = chartInk[scheme];
    const { color, fontFamily } = getComputedStyle(context.canvas);
    Chart.defaults.font.family = fontFamily;
    const chart = new Chart<'bar', number[], string>(context, {
      type: 'bar',
      data: {
        labels: [...days],
        datasets: [{ data: [...numbers], backgroundColor: color, borderRadius: 2 }],
      },
      options: {
        responsive: true,
        maintainAspectRatio: false,
        animation: false,
        plugins: { legend: { display: false }, tooltip: { displayColors: false } },
        scales: {
          x: {
            border: { color: line },
            grid: { display: false },
            ticks: { color: text, maxRotation: 0, autoSkipPadding: 16 },
          },
          y: {
            border: { display: false },
            grid: { color: line },
            beginAtZero: true,
            suggestedMax: 4,
            ticks: { color: text, precision: 0, maxTicksLimit: 5 },
          },
        },
      },
    });
    return () => chart.destroy();
  }, [days, numbers, scheme]);

  return <canvas ref={canvas} role="img" aria-label={label} />;
}
