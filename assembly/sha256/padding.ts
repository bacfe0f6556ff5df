const BLOCK: usize = 64

/**
 * The padding of a message whose end is in memory: a bit, zeros and the length in bits, where `before` bytes came first. Returns
 * the padded length. V8 calls a function of C++ for `memory.fill`, which takes longer for so few bytes.
 */
export function pad(message: usize, length: usize, before: usize): usize {
  const end: usize = length + 9 > BLOCK ? 2 * BLOCK : BLOCK
  store<u8>(message + length, 0x80)
  const last = message + end - 8
  for (let at = message + length + 1; at < last; at += 8) store<u64>(at, 0)
  store<u64>(last, bswap(<u64>((before + length) << 3)))
  return end
}
