/**
 * Whether the content type is JSON. The check keeps forms of web pages out: browsers send JSON to another site only
 * after a CORS preflight.
 */
export function isJsonType(contentType: string | undefined): boolean {
  if (contentType === 'application/json') return true
  if (contentType === undefined) return false
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase()
  return type === 'application/json' || type === 'application/json-rpc'
}
