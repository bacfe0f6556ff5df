import { describe, expect, it } from 'vitest'
import { bn128Add, bn128Mul, bn128Pairing } from './curves.ts'
import { hexOf, join, outcome } from './outcome.cases.ts'

const prime = 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47n
const order = 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001n
const infinity = hexOf(0n, 0n)
const doubled = [
  0x030644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd3n,
  0x15ed738c0e0a7c92e7845f96b2ae9c0a68a6a449e3538fc7ff3ebf7a5a18a2c4n,
] as const

/** The generator of G2 (EIP-197): imaginary and real part of x, then of y. */
const g2 = [
  11559732032986387107991004021392285783925812861821192530917403151452391805634n,
  10857046999023057135944570762232829481370756359578518086990519993285655852781n,
  4082367875863433681332203403145435568316851327593401208105741076214120093531n,
  8495653923123431417604973247489272438418190587263600148770280649306958101930n,
] as const
const [realFirst, wrongY] = [
  [g2[1], g2[0], g2[3], g2[2]] as const,
  [g2[0], g2[1], g2[2], (g2[3] + 1n) % prime] as const,
]

describe('bn128 add', () => {
  it.each([
    ['two equal points', join(1n, 2n, 1n, 2n), hexOf(...doubled)],
    ['opposite points', join(1n, 2n, 1n, prime - 2n), infinity],
    ['a point and infinity', join(1n, 2n, 0n, 0n), hexOf(1n, 2n)],
    ['a point and empty input', join(1n, 2n), hexOf(1n, 2n)],
    ['empty input', join(), infinity],
    ['bytes after the points', join(1n, 2n, 1n, 2n, 'ffff'), hexOf(...doubled)],
    ['a y cut short', join(1n, 2n).subarray(0, 63), 'failure'],
    ['a point off the curve', join(1n, 1n, 1n, 2n), 'failure'],
    ['a second point off the curve', join(1n, 2n, 1n, 1n), 'failure'],
    ['x = 1 + p', join(1n + prime, 2n), 'failure'],
    ['y = p', join(0n, prime), 'failure'],
  ])('adds %s', (_, input, expected) => {
    expect(outcome(bn128Add, input)).toBe(expected)
    expect(bn128Add.gas(input)).toBe(150)
  })
})

describe('bn128 mul', () => {
  it.each([
    ['two', join(1n, 2n, 2n), hexOf(...doubled)],
    ['zero', join(1n, 2n, 0n), infinity],
    ['an absent scalar', join(1n, 2n), infinity],
    ['the order', join(1n, 2n, order), infinity],
    ['the order and two', join(1n, 2n, order + 2n), hexOf(...doubled)],
    ['one below the order', join(1n, 2n, order - 1n), hexOf(1n, prime - 2n)],
    ['a scalar followed by bytes', join(1n, 2n, 2n, 'ff'), hexOf(...doubled)],
    [
      'a scalar cut short',
      join(1n, 2n, 2n ** 248n).subarray(0, 65),
      outcome(bn128Mul, join(1n, 2n, 2n ** 248n)),
    ],
  ])('multiplies by %s', (_, input, expected) => {
    expect(outcome(bn128Mul, input)).toBe(expected)
    expect(bn128Mul.gas(input)).toBe(6000)
  })

  it.each([
    ['infinity', join(0n, 0n, 7n), infinity],
    ['no input', join(), infinity],
    ['a point off the curve', join(1n, 1n, 7n), 'failure'],
    ['a point off the curve, by zero', join(1n, 1n, 0n), 'failure'],
    ['x = 1 + p', join(1n + prime, 2n, 7n), 'failure'],
  ])('multiplies %s', (_, input, expected) => {
    expect(outcome(bn128Mul, input)).toBe(expected)
  })
})

describe('bn128 pairing', () => {
  it.each([
    ['no pairs', join(), hexOf(1n)],
    ['a pair alone', join(1n, 2n, ...g2), hexOf(0n)],
    ['a pair and its opposite', join(1n, 2n, ...g2, 1n, prime - 2n, ...g2), hexOf(1n)],
    ['a pair twice', join(1n, 2n, ...g2, 1n, 2n, ...g2), hexOf(0n)],
    [
      'two pairs that a third cancels',
      join(1n, 2n, ...g2, 1n, 2n, ...g2, doubled[0], prime - doubled[1], ...g2),
      hexOf(1n),
    ],
    ['infinity in G1', join(0n, 0n, ...g2), hexOf(1n)],
    ['infinity in G2', join(1n, 2n, 0n, 0n, 0n, 0n), hexOf(1n)],
    ['191 bytes', new Uint8Array(191), 'failure'],
    ['193 bytes', new Uint8Array(193), 'failure'],
    ['a point off the curve of G1', join(1n, 1n, ...g2), 'failure'],
    ['a point off the curve of G1 with infinity', join(1n, 1n, 0n, 0n, 0n, 0n), 'failure'],
    ['a point off the curve of G2', join(1n, 2n, ...wrongY), 'failure'],
    ['infinity with a point off the curve of G2', join(0n, 0n, ...wrongY), 'failure'],
    ['real parts first', join(1n, 2n, ...realFirst), 'failure'],
    ['a part of x that is not below the prime', join(1n, 2n, g2[0] + prime, g2[1], g2[2], g2[3]), 'failure'],
    ['a wrong second pair', join(1n, 2n, ...g2, 1n, 1n, ...g2), 'failure'],
  ])('checks %s', (_, input, expected) => {
    expect(outcome(bn128Pairing, input)).toBe(expected)
  })

  it('costs 45000 plus 34000 per whole pair', () => {
    const lengths = [0, 191, 192, 383, 384, 1920]
    const gas = lengths.map((length) => bn128Pairing.gas(new Uint8Array(length)))
    expect(gas).toEqual([45_000, 45_000, 79_000, 79_000, 113_000, 385_000])
  })
})
