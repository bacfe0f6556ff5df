import { describe, expect, it } from 'vitest'
import { giveBack } from '../../primitives/work/lentBytes.ts'
import { PieceMemory, placeLength } from './pieceMemory.ts'

describe('the memory for pieces', () => {
  it('gives each place to one piece until its bytes are given back, once', () => {
    const reader = PieceMemory.create()
    const sockets = new PieceMemory(reader.shared)
    const places: number[] = []
    for (let place = reader.take(); place !== undefined; place = reader.take()) places.push(place)
    expect(new Set(places).size).toBe(places.length)
    const [first, second] = places.map((place) => sockets.piece({ place, length: 10 }))
    giveBack(first!)
    expect(reader.taken).toBe(places.length - 1)
    expect(reader.take()).toBe(places[0])
    giveBack(first!)
    expect(reader.take()).toBeUndefined()
    giveBack(second!)
    expect(reader.take()).toBe(places[1])
  })

  it('keeps the bytes of each place separate', () => {
    const reader = PieceMemory.create()
    const sockets = new PieceMemory(reader.shared)
    const places = [reader.take()!, reader.take()!, reader.take()!]
    for (const [index, place] of places.entries()) reader.bytes(place).fill(index + 1)
    for (const [index, place] of places.entries()) {
      const piece = sockets.piece({ place, length: placeLength })
      expect(piece.every((byte) => byte === index + 1)).toBe(true)
    }
    expect(sockets.taken).toBe(3)
  })
})
