import { describe, expect, it } from 'vitest'
import { rememberedByObject } from './rememberedByObject.ts'

describe('a function that remembers its results by object', () => {
  it('computes once for the same object and again for an equal one', () => {
    let runs = 0
    const length = rememberedByObject((bytes: Uint8Array) => {
      runs++
      return { length: bytes.length }
    })
    const bytes = new Uint8Array(3)
    expect(length(bytes)).toBe(length(bytes))
    expect(runs).toBe(1)
    expect(length(new Uint8Array(3))).toEqual({ length: 3 })
    expect(runs).toBe(2)
  })
})
