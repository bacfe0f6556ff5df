import { isUtf8 } from 'node:buffer'

/** Levels of lists and objects. Those of a trace are two for each call, and calls are 400 deep at most. */
const deepest = 1_024
/** A value takes up to 60 bytes of memory, so an answer may have one for so many of its longest text, which real ones exceed. */
const bytesPerValue = 12

/** An answer that must not be parsed: another attempt would have the same. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer'
}

/** The text of an answer that can be parsed within bounds of memory. Throws a `TypeError` for bytes that are not UTF-8. */
export function answerText(body: Buffer, maximumBytes: number): string {
  if (!isUtf8(body)) throw new TypeError('it is not UTF-8')
  requireShape(body, maximumBytes / bytesPerValue)
  return body.toString('utf8')
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]

/** Looks at brackets and commas only; the parser finds what else is wrong. */
function requireShape(body: Buffer, mostValues: number): void {
  let depth = 0
  let values = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]!
    if (byte === quote) at = endOfText(body, at + 1)
    else if (byte === comma) values++
    // In ASCII the brackets differ from the braces in one bit.
    else if ((byte | 0x20) === 0x7b) {
      values++
      if (++depth > deepest) throw new UnusableAnswer(`nests deeper than ${deepest} levels`)
    } else if ((byte | 0x20) === 0x7d) depth--
  }
  if (values > mostValues) throw new UnusableAnswer(`has more than ${Math.floor(mostValues)} values`)
}

/** The position of the closing quote, or the end. */
function endOfText(body: Buffer, start: number): number {
  for (let at = start; ; ) {
    const end = body.indexOf(quote, at)
    if (end < 0) return body.length
    let escapes = 0
    while (body[end - 1 - escapes] === backslash) escapes++
    if (escapes % 2 === 0) return end
    at = end + 1
  }
}
