/*
 * A trie may lie over the values of a base and hold only the changes: a fork of a chain whose trie nodes are not available.
 * A deleted key has a mark, so that the value of the base is hidden. Keys of accounts start with 00 (RSKIP107); their marks
 * have the same key with 01 there.
 */

const markPrefix = 0x01

/** Marks one deleted key. */
export const deletionMark = Uint8Array.of(0x01)
/** Marks all keys that start with a key as deleted. */
export const wholeMark = Uint8Array.of(0x02)

export function markKey(key: Uint8Array): Uint8Array {
  const mark = key.slice()
  mark[0] = markPrefix
  return mark
}

/** The key that a mark names; keys start with 00. */
export function markedKey(mark: Uint8Array): Uint8Array {
  const key = mark.slice()
  key[0] = 0
  return key
}

export const isDeletionMark = (key: Uint8Array): boolean => key[0] === markPrefix
