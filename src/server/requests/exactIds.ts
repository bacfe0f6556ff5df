/*
 * Ids are echoed exactly, also integers that a JavaScript number cannot hold: some clients number their requests
 * with random 64-bit integers and find no answer under a rounded one. Such an id travels as text with a mark.
 */

const mark = '\\u0000'
/** A quote inside a string is escaped, so this is a member's name wherever it stands. */
const longId = /("id"\s*:\s*)(-?[1-9]\d{15,})(?=\s*[,}])/g
const beginning = `{"jsonrpc":"2.0","id":"${mark}`
const markedBeginning = /^\{"jsonrpc":"2\.0","id":"\\u0000(-?\d{16,})"/

/** The text of a request with a mark on ids that would be rounded. */
export const protectIds = (text: string): string => text.replace(longId, `$1"${mark}$2"`)

/** The text of one answer with its id as it came. */
export const restoreId = (answer: string): string =>
  answer.startsWith(beginning) ? answer.replace(markedBeginning, '{"jsonrpc":"2.0","id":$1') : answer
