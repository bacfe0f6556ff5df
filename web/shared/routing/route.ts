import { signal } from '@preact/signals'

/**
 * Where the page is: the fragment of its address, which browsers do not send. A link works below every path of a
 * proxy, and can be copied and loaded again.
 */
export interface Route {
  /** The first part: `block`, `tx`, `address`. Empty for the home page. */
  readonly page: string
  /** The parts after it. */
  readonly parts: readonly string[]
  readonly query: URLSearchParams
}

function parseRoute(fragment: string): Route {
  const [path = '', query = ''] = fragment.replace(/^#?\/?/, '').split('?', 2)
  const [page = '', ...parts] = path.split('/').map(decoded)
  return { page, parts, query: new URLSearchParams(query) }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export const route = signal<Route>(parseRoute(location.hash))

export function followAddress(): void {
  addEventListener('hashchange', () => {
    route.value = parseRoute(location.hash)
    scrollTo(0, 0)
  })
}

export const linkTo = (page: string, ...parts: readonly (string | number | bigint)[]): string =>
  `#/${[page, ...parts.map((part) => encodeURIComponent(String(part)))].join('/')}`

export function goTo(link: string): void {
  location.hash = link
}
