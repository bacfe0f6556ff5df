/**
 * Whether a body is said to be JSON. Insisting on it keeps plain forms of web pages out: browsers send JSON to
 * other sites only after they have asked for permission.
 */
export function isJsonType(contentType: string | undefined): boolean {
  if (contentType === 'application/json') return true
  if (contentType === undefined) return false
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase()
  return type === 'application/json' || type === 'application/json-rpc'
}
