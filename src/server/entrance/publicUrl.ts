import type { RequestHead } from './requestHead.ts'

const hostForm = /^[a-z0-9.-]{1,253}(:\d{1,5})?$|^\[[0-9a-f:.]{2,45}\](:\d{1,5})?$/i
const prefixForm = /^(\/[\w.~-]{1,64}){1,8}$/

/**
 * The URL under which the client knows a path of the server. `isProxied` says that a trusted proxy has sent the request: its
 * headers `X-Forwarded-Proto`, `X-Forwarded-Host` and `X-Forwarded-Prefix` (a path that it removes) count then.
 */
export function publicUrl({ headers }: RequestHead, path: string, isProxied: boolean): string {
  const forwarded = (name: string): string => (isProxied ? firstValue(headers[name]) : '')
  const protocol = forwarded('x-forwarded-proto') === 'https' ? 'https' : 'http'
  const host = [forwarded('x-forwarded-host'), headers.host ?? ''].find((name) => hostForm.test(name))
  const prefix = forwarded('x-forwarded-prefix').replace(/\/$/, '')
  return `${protocol}://${host ?? 'localhost'}${prefixForm.test(prefix) ? prefix : ''}${path}`
}

/** Each proxy of a chain may append its own value; the first is that of the proxy at which the client asked. */
const firstValue = (header: string | readonly string[] | undefined): string =>
  (typeof header === 'string' ? header : (header?.[0] ?? '')).split(',', 1)[0]!.trim()
