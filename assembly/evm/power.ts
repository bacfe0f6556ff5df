import { TEMPORARY } from '../../src/evm/layout'
import { multiply } from './arithmetic'
import { bitLength, copyWord, setLimb } from './word'

/** EXP by repeated squaring, from the lowest bit of the exponent. */
export function power(result: u32, base: u32, exponent: u32): void {
  const square = TEMPORARY
  const product = TEMPORARY + 32
  const bits = TEMPORARY + 64
  copyWord(square, base)
  copyWord(bits, exponent)
  setLimb(product, 1)
  const count = bitLength(bits)
  for (let bit: u32 = 0; bit < count; bit++) {
    if (bit) multiply(square, square, square)
    if ((load<u64>(bits + ((bit >> 6) << 3)) >> (bit & 63)) & 1) multiply(product, product, square)
  }
  copyWord(result, product)
}

/** Significant bytes of an exponent, which EXP charges for. */
export function exponentBytes(exponent: u32): u32 {
  return (bitLength(exponent) + 7) >> 3
}
