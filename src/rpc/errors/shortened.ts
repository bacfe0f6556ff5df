/** The maximum number of characters of a client's text that a message repeats. */
const quotedLength = 66

/** A client's text as a message repeats it. */
export const shortened = (text: string): string =>
  text.length > quotedLength ? `${text.slice(0, quotedLength)}...` : text
