import type { FastifyInstance } from 'fastify';

/** The paths of a route with parameters. */
interface Pattern {
  /** The segments between the slashes. */
  readonly segments: readonly string[];
  /** How many parameters there are. */
  readonly open: number;
  readonly methods: Set<string>;
}

/**
 * The methods of each path, so that a call with another method gets 405 and Allow. Source: RFC
 * 9110, section 15.5.6.
 */
export class AllowedMethods {
  private readonly ofAddress = new Map<string, Set<string>>();
  private readonly ofPattern = new Map<string, Pattern>();
  /** Whether the paths of a pattern may also be those of a more specific one. */
  private readonly contested = new Map<string, boolean>();

  /** Registers all routes that are added to the server from now on. */
  static of(server: FastifyInstance): AllowedMethods {
    const methods = new AllowedMethods();
    server.addHook('onRoute', ({ url, method }) => {
      for (const each of [method].flat()) methods.add(url, each);
    });
    return methods;
  }

  /**
   * The supported methods of the path, if `method` is not among them. Of several matching routes
   * the most specific wins: `:id/people`, not `:list/:action`.
   * @param route the one that the router found, if any
   */
  insteadOf(method: string, path: string, route?: string): readonly string[] | undefined {
    const written = this.ofAddress.get(path);
    // Comparing the path with all patterns would be a fiftieth of a read.
    if (!written && route !== undefined && !this.isContested(route)) return undefined;
    const known = written ?? this.matching(path);
    return known.size === 0 || known.has(method) ? undefined : [...known];
  }

  /** True also of a route that is no pattern, such as a wildcard. */
  private isContested(route: string): boolean {
    let contested = this.contested.get(route);
    if (contested === undefined) {
      const pattern = this.ofPattern.get(route);
      contested =
        !pattern || [...this.ofPattern.values()].some((other) => other.open < pattern.open && overlap(other, pattern));
      this.contested.set(route, contested);
    }
    return contested;
  }

  private add(url: string, method: string): void {
    // The page's files may be anywhere.
    if (url.includes('*')) return;
    const segments = url.split('/');
    const open = segments.filter(isParameter).length;
    const methods = this.ofAddress.get(url) ?? this.ofPattern.get(url)?.methods ?? new Set();
    methods.add(method);
    if (open === 0) this.ofAddress.set(url, methods);
    else this.ofPattern.set(url, { segments, open, methods });
  }

  private matching(path: string): ReadonlySet<string> {
    const given = path.split('/');
    const matching = [...this.ofPattern.values()].filter(({ segments }) => fits(given, segments));
    const fewest = Math.min(...matching.map(({ open }) => open));
    return new Set(matching.filter(({ open }) => open === fewest).flatMap(({ methods }) => [...methods]));
  }
}

function isParameter(segment: string): boolean {
  return segment.startsWith(':');
}

function fits(given: readonly string[], segments: readonly string[]): boolean {
  return (
    given.length === segments.length &&
    segments.every((segment, index) => (isParameter(segment) ? given[index] !== '' : given[index] === segment))
  );
}

/** Whether a path can be of both. */
function overlap({ segments: one }: Pattern, { segments: other }: Pattern): boolean {
  return (
    one.length === other.length &&
    one.every((segment, index) => {
      const opposite = other[index] ?? '';
      return segment === opposite || isParameter(segment) || isParameter(opposite);
    })
  );
}
