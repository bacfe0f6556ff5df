import { describe, expect, it } from 'vitest'
import { GatewayNode } from './gatewayNode.ts'
import { HeightFloor } from './heightFloor.ts'
import { NodeSet } from './nodeSet.ts'

const statusAt = (number: number) => ({
  number,
  hash: `0x${number.toString(16).padStart(64, '0')}`,
  isSyncing: false,
  sharesFilters: false,
  writerAnswers: true,
})

function openFloor() {
  const node = () => new GatewayNode('http://127.0.0.1:1/', 0, 'secret', 1_000)
  const [high, low] = [node(), node()]
  const nodes = new NodeSet([high, low])
  let now = 0
  const floor = new HeightFloor({ nodes, elapsedMs: () => now })
  high.reported(statusAt(10))
  low.reported(statusAt(8))
  nodes.changed()
  const pass = (ms: number): void => {
    now += ms
    nodes.changed()
  }
  return { high, low, floor, nodes, pass }
}

describe('the floor of heights', () => {
  it('is what a client has seen, and zero for another client', () => {
    const { floor } = openFloor()
    floor.noteAnswer('key:a', 9)
    expect([floor.minimumFor('key:a'), floor.minimumFor('key:b')]).toEqual([9, 0])
  })

  it('is the height announced to subscribers, for every client, until no node has had it for a lease', () => {
    const { high, floor, pass } = openFloor()
    floor.noteAnnouncement(10)
    expect(floor.minimumFor('key:a')).toBe(10)
    high.away('killed')
    pass(4_900)
    expect(floor.minimumFor('key:a')).toBe(10)
    pass(200)
    expect(floor.minimumFor('key:a')).toBe(8)
    floor.noteAnnouncement(9)
    expect(floor.minimumFor('key:a')).toBe(9)
    floor.forgetAll()
    expect(floor.minimumFor('key:a')).toBe(0)
  })

  it('stays while the highest node is away for a moment, and is given up after the lease', () => {
    const { high, floor, pass } = openFloor()
    floor.noteAnswer('key:a', 10)
    high.away('killed')
    pass(4_900)
    expect(floor.minimumFor('key:a')).toBe(10)
    pass(200)
    expect(floor.minimumFor('key:a')).toBe(8)
    high.reported(statusAt(11))
    pass(1)
    expect(floor.minimumFor('key:a')).toBe(10)
  })

  it('is the height of the other gateways when they answer from a higher block', () => {
    const { floor, nodes } = openFloor()
    const told: number[] = []
    let fleetFloor = 20
    floor.share((height) => ({
      get floor() {
        return fleetFloor
      },
      tell(number) {
        told.push(number, height())
        return undefined
      },
      reset: () => {
        fleetFloor = 0
      },
      close: () => {},
    }))
    nodes.changed()
    floor.noteAnswer('key:a', 9)
    expect(told).toEqual([10, 10, 9, 10])
    expect([floor.minimumFor('key:a'), floor.behind]).toEqual([20, 10])
    floor.forgetAll()
    expect([floor.minimumFor('key:a'), floor.behind]).toEqual([0, 0])
  })
})
