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
export class Methods {
  private readonly ofAddress = new Map<string, Set<string>>();
  private readonly ofPattern = new Map<string, Pattern>();

  /** Registers all routes that are added to the server from now on. */
  static of(server: FastifyInstance): Methods {
    const methods = new Methods();
    server.addHook('onRoute', ({ url, method }) => {
      for (const each of [method].flat()) methods.add(url, each);
    });
    return methods;
  }

  /**
   * The supported methods of the path, if `method` is not among them. Of several matching routes
   * the most specific wins: `:id/people`, not `:list/:action`.
   */
  insteadOf(method: string, path: string): readonly string[] | undefined {
    const written = this.ofAddress.get(path);
    const known = written ?? this.matching(path);
    return known.size === 0 || known.has(method) ? undefined : [...known];
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
