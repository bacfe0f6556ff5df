const lineFeed = 0x0a
const carriageReturn = 0x0d

/** The offset after the first empty line in bytes of HTTP; their length for bytes without an empty line. */
export function endOfEmptyLine(bytes: Buffer, from = 0): number {
  const usual = bytes.indexOf('\n\r\n', from, 'latin1')
  const end = usual < 0 ? bytes.length : usual + 3
  // A line feed alone ends a line too (RFC 9112, section 2.2).
  const bare = bytes.subarray(0, end).indexOf('\n\n', from, 'latin1')
  return bare < 0 ? end : bare + 2
}

/** The offset after the head of a request, before which there may be empty lines (RFC 9112, section 2.2). */
export function endOfHead(bytes: Buffer): number {
  let start = 0
  while (bytes[start] === carriageReturn || bytes[start] === lineFeed) start++
  return endOfEmptyLine(bytes, start)
}
