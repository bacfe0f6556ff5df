import { signal } from '@preact/signals'
import { keepPlaces } from './scrolling.ts'

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
  })
  keepPlaces()
}

export const linkTo = (page: string, ...parts: readonly (string | number | bigint)[]): string =>
  `#/${[page, ...parts.map((part) => encodeURIComponent(String(part)))].join('/')}`

export function goTo(link: string): void {
  location.hash = link
}

/**
 * Keeps what is open on a page in its address, so that a reload and the back button show it again. It is not a page of its
 * own: the back button leaves the page. An empty value removes the name.
 */
export function keepInAddress(name: string, value: string): void {
  const { page, parts, query } = route.value
  const next = new URLSearchParams(query)
  if (value === '') next.delete(name)
  else next.set(name, value)
  const text = next.toString()
  history.replaceState(history.state, '', `${linkTo(page, ...parts)}${text === '' ? '' : `?${text}`}`)
  route.value = { page, parts, query: next }
}
