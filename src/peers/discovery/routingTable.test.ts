import { describe, expect, it } from 'vitest'
import { asHash } from '../../primitives/bytes.ts'
import { distance, type KnownNode, knownNode, RoutingTable } from './routingTable.ts'

const idOf = (number: number): Uint8Array => {
  const id = new Uint8Array(64)
  new DataView(id.buffer).setUint32(0, number)
  return id
}
const nodeOf = (number: number, host = `10.${number >> 8}.${number & 255}.1`): KnownNode =>
  knownNode({ id: idOf(number), host, port: 30303 })

const own = idOf(0)
const ownPosition = knownNode({ id: own, host: '', port: 0 }).position
const farthest = Array.from({ length: 100 }, (_, index) => nodeOf(index + 1)).filter(
  ({ position }) => distance(ownPosition, position) === 256,
)

describe('distance', () => {
  it('is the number of bits from the first difference on', () => {
    const zero = asHash(new Uint8Array(32))
    const bit = (index: number) => {
      const bytes = new Uint8Array(32)
      bytes[index >> 3] = 0x80 >> (index & 7)
      return asHash(bytes)
    }
    expect([0, 1, 7, 8, 255].map((index) => distance(zero, bit(index)))).toEqual([256, 255, 249, 248, 1])
    expect(distance(zero, zero)).toBe(0)
  })
})

describe('the routing table', () => {
  it('keeps sixteen nodes of each distance and returns the one seen longest ago as the rival', () => {
    const table = new RoutingTable(own)
    const [first, second, ...others] = farthest.slice(0, 16)
    for (const node of [first!, second!, ...others]) expect(table.place(node).outcome).toBe('added')
    expect(table.place(first!)).toEqual({ outcome: 'known' })
    expect(table.place(farthest[16]!)).toEqual({ outcome: 'contested', rival: second })
    table.remove(second!.name)
    expect(table.place(farthest[16]!)).toEqual({ outcome: 'added' })
    expect(table.size).toBe(16)
  })

  it('keeps the first address of a node until it is removed', () => {
    const table = new RoutingTable(own)
    const [before, after] = [nodeOf(1, '10.0.0.1'), nodeOf(1, '10.0.0.2')]
    table.place(before)
    expect(table.place(after)).toEqual({ outcome: 'contested', rival: before })
    expect(table.get(idOf(1))?.host).toBe('10.0.0.1')
    table.remove(before.name)
    expect(table.place(after)).toEqual({ outcome: 'added' })
    expect(table.all().map(({ host }) => host)).toEqual(['10.0.0.2'])
  })

  it('limits the nodes of one address, and accepts others when those are removed', () => {
    const table = new RoutingTable(own, { bucketSize: 16, nodesPerAddress: 2 })
    expect([1, 2, 3].map((number) => table.place(nodeOf(number, '10.0.0.1')).outcome)).toEqual([
      'added',
      'added',
      'crowded',
    ])
    table.remove(nodeOf(1).name)
    expect(table.place(nodeOf(3, '10.0.0.1')).outcome).toBe('added')
  })

  it('lists the nearest node first', () => {
    const table = new RoutingTable(own)
    for (let number = 1; number < 60; number++) table.place(nodeOf(number))
    const distances = table
      .nearest(nodeOf(7).position)
      .map(({ position }) => distance(position, nodeOf(7).position))
    expect(distances[0]).toBe(0)
    expect(distances).toEqual([...distances].sort((a, b) => a - b))
  })
})
