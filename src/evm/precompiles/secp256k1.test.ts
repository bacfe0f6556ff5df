import { describe, expect, it } from 'vitest'
import { groupOrder } from '../../crypto/secp256k1/curve.ts'
import { secp256k1Add, secp256k1Mul } from './curves.ts'
import { hexOf, join, outcome } from './outcome.cases.ts'

const prime = 2n ** 256n - 2n ** 32n - 977n
const infinity = hexOf(0n, 0n)
const g = [
  0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
] as const
const doubled = [
  0xc6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5n,
  0x1ae168fea63dc339a3c58419466ceaeef7f632653266d0e1236431a950cfe52an,
] as const

describe('secp256k1 add', () => {
  it.each([
    ['two equal points', join(...g, ...g), hexOf(...doubled)],
    ['opposite points', join(...g, g[0], prime - g[1]), infinity],
    ['a point and empty input', join(...g), hexOf(...g)],
    ['empty input', join(), infinity],
    ['a zero byte', join('00'), infinity],
    ['bytes after the points', join(...g, ...g, 'ff'), hexOf(...doubled)],
    ['a y cut short', join(...g).subarray(0, 63), 'failure'],
    ['a point off the curve', join(...g, 1n, 1n), 'failure'],
    ['coordinates equal to the prime', join(...g, prime, prime), 'failure'],
  ])('adds %s', (_, input, expected) => {
    expect(outcome(secp256k1Add, input)).toBe(expected)
    expect(secp256k1Add.gas(input)).toBe(150)
  })
})

describe('secp256k1 mul', () => {
  it.each([
    ['a point by two', join(...g, 2n), hexOf(...doubled)],
    ['a point by zero', join(...g, 0n), infinity],
    ['a point by an absent scalar', join(...g), infinity],
    ['a point by the order', join(...g, groupOrder), infinity],
    ['a point by one below the order', join(...g, groupOrder - 1n), hexOf(g[0], prime - g[1])],
    ['a point by more than the order', join(...g, groupOrder + 2n), hexOf(...doubled)],
    ['infinity', join(0n, 0n, 5n), infinity],
    ['empty input', join(), infinity],
    ['with bytes after the scalar', join(...g, 2n, 'ff'), hexOf(...doubled)],
    ['a point off the curve', join(1n, 1n, 2n), 'failure'],
    ['a point off the curve by zero', join(1n, 1n, 0n), 'failure'],
  ])('multiplies %s', (_, input, expected) => {
    expect(outcome(secp256k1Mul, input)).toBe(expected)
    expect(secp256k1Mul.gas(input)).toBe(3000)
  })
})
