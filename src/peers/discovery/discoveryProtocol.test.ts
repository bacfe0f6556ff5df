import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../identity/enode.ts'
import type { NodeIdentity } from '../identity/nodeIdentity.ts'
import { DiscoveryWorld, networkId, numberedIdentity } from './discoveryWorld.cases.ts'
import type { DiscoveryMessage } from './messages.ts'
import { decodePacket, encodePacket } from './packet.ts'

const stranger = numberedIdentity(99)
const strangerPlace = { host: '10.9.9.9', port: 999 }
const endpoint = { host: '10.9.9.9', udpPort: 999, tcpPort: 999 }

const pingOf = (identity: NodeIdentity, network: number | undefined = networkId): Uint8Array =>
  encodePacket({ kind: 'ping', endpoint, requestId: randomUUID(), networkId: network }, identity.privateKey)

/** What was sent to a place, opened. */
const sentTo = (world: DiscoveryWorld, { host, port }: Endpoint): DiscoveryMessage[] =>
  world.sent
    .filter(({ to }) => to.host === host && to.port === port)
    .map(({ packet }) => decodePacket(packet).message)

/** A world with one node that knows the stranger, who answers nothing by itself. */
function acquainted() {
  const world = new DiscoveryWorld()
  const node = world.addNode(1)
  node.protocol.receive(pingOf(stranger), strangerPlace, world.nowMs)
  const ping = sentTo(world, strangerPlace).find(({ kind }) => kind === 'ping')!
  const pong = { kind: 'pong', endpoint, requestId: ping.requestId, networkId } as const
  node.protocol.receive(encodePacket(pong, stranger.privateKey), strangerPlace, world.nowMs)
  world.sent.length = 0
  return { world, node }
}

describe('discovery', () => {
  it('lets five nodes that know one of them find each other', () => {
    const world = new DiscoveryWorld()
    const nodes = [1, 2, 3, 4, 5].map((number) => world.addNode(number))
    for (const node of nodes.slice(1)) node.protocol.ping(nodes[0]!.place, world.nowMs)
    world.pass(70)
    for (const node of nodes) {
      const others = nodes.filter((other) => other !== node).map(({ place }) => place.host)
      expect(
        node.protocol
          .nodes()
          .map(({ host }) => host)
          .sort(),
      ).toEqual(others)
      expect(node.met.map(({ host }) => host).sort()).toEqual(others)
    }
  })

  it('answers a ping and asks back, and knows a node only when it has answered', () => {
    const world = new DiscoveryWorld()
    const node = world.addNode(1)
    node.protocol.receive(pingOf(stranger), strangerPlace, world.nowMs)
    expect(sentTo(world, strangerPlace).map(({ kind }) => kind)).toEqual(['pong', 'ping'])
    expect(node.protocol.nodes()).toEqual([])
    expect(acquainted().node.protocol.nodes()).toMatchObject([{ ...strangerPlace, id: stranger.id }])
  })

  it('takes no pong from another place, for another ping, or too late', () => {
    const world = new DiscoveryWorld()
    const node = world.addNode(1)
    node.protocol.ping(strangerPlace, world.nowMs)
    const { requestId } = sentTo(world, strangerPlace)[0]!
    const pong = (id: string) =>
      encodePacket({ kind: 'pong', endpoint, requestId: id, networkId }, stranger.privateKey)
    node.protocol.receive(pong(requestId), { ...strangerPlace, port: 1000 }, world.nowMs)
    node.protocol.receive(pong(randomUUID()), strangerPlace, world.nowMs)
    world.pass(16)
    node.protocol.receive(pong(requestId), strangerPlace, world.nowMs)
    expect(node.protocol.nodes()).toEqual([])
  })

  it('tells its neighbours to nodes it knows, and to nobody else', () => {
    const { world, node } = acquainted()
    const find = encodePacket(
      { kind: 'find-node', target: stranger.id, requestId: randomUUID(), networkId },
      stranger.privateKey,
    )
    node.protocol.receive(find, { ...strangerPlace, port: 1000 }, world.nowMs)
    expect(world.sent).toEqual([])
    node.protocol.receive(find, strangerPlace, world.nowMs)
    expect(sentTo(world, strangerPlace)).toMatchObject([{ kind: 'neighbours', nodes: [{ id: stranger.id }] }])
  })

  it('pings the neighbours it asked for, but not nonsense, itself, or our own site from outside', () => {
    const world = new DiscoveryWorld()
    const node = world.addNode(1)
    const outside = { host: '8.8.4.4', port: 999 }
    node.protocol.ping(outside, world.nowMs)
    const ping = sentTo(world, outside)[0]!
    const say = (message: DiscoveryMessage) =>
      node.protocol.receive(encodePacket(message, stranger.privateKey), outside, world.nowMs)
    say({ kind: 'pong', endpoint, requestId: ping.requestId, networkId })
    world.pass(2)
    const search = sentTo(world, outside).find(({ kind }) => kind === 'find-node')!
    world.sent.length = 0
    const at = (host: string, number = 50) => ({
      host,
      udpPort: 5,
      tcpPort: 5,
      id: numberedIdentity(number).id,
    })
    const nodes = [
      at('8.8.8.8'),
      at('9.9.9.9', 1),
      at('127.0.0.1'),
      at('192.168.1.1'),
      at('0.0.0.0'),
      at('239.1.1.1'),
      at('example.org'),
      { ...at('8.8.8.9'), udpPort: 0 },
      at('2001:db8::1'),
    ]
    say({ kind: 'neighbours', nodes, requestId: randomUUID(), networkId })
    expect(world.sent).toEqual([])
    say({ kind: 'neighbours', nodes, requestId: search.requestId, networkId })
    expect(world.sent.map(({ to }) => to.host)).toEqual(['8.8.8.8', '2001:db8::1'])
    say({ kind: 'neighbours', nodes: [at('8.8.8.7')], requestId: search.requestId, networkId })
    expect(world.sent).toHaveLength(2)
  })

  it('ignores other networks, its own packets, banned addresses, noise and what cannot be answered', () => {
    const world = new DiscoveryWorld()
    const node = world.addNode(1)
    node.banned.add('10.6.6.6')
    node.protocol.receive(pingOf(stranger, 30), strangerPlace, world.nowMs)
    node.protocol.receive(pingOf(node.identity), strangerPlace, world.nowMs)
    node.protocol.receive(pingOf(stranger), { host: '10.6.6.6', port: 5 }, world.nowMs)
    node.protocol.receive(randomBytes(150), strangerPlace, world.nowMs)
    node.protocol.receive(pingOf(stranger), { ...strangerPlace, port: 0 }, world.nowMs)
    node.protocol.ping({ host: '10.6.6.6', port: 5 }, world.nowMs)
    expect(world.sent).toEqual([])
  })

  it('forgets nodes that are gone or banned', () => {
    const world = new DiscoveryWorld()
    const [first, second, third] = [1, 2, 3].map((number) => world.addNode(number))
    first!.protocol.ping(second!.place, world.nowMs)
    first!.protocol.ping(third!.place, world.nowMs)
    world.deliver()
    expect(first!.protocol.nodes()).toHaveLength(2)
    first!.banned.add(third!.place.host)
    expect(first!.protocol.nodes()).toHaveLength(1)
    world.removeNode(second!.place)
    world.pass(120)
    first!.banned.clear()
    expect(first!.protocol.nodes().map(({ host }) => host)).not.toContain(second!.place.host)
  })

  it('tries a place it was given three times, one that others named once', () => {
    const world = new DiscoveryWorld()
    const node = world.addNode(1)
    node.protocol.ping({ host: '10.1.1.1', port: 1 }, world.nowMs)
    node.protocol.receive(pingOf(stranger), strangerPlace, world.nowMs)
    world.pass(100)
    expect(sentTo(world, { host: '10.1.1.1', port: 1 })).toHaveLength(3)
    expect(sentTo(world, strangerPlace).filter(({ kind }) => kind === 'ping')).toHaveLength(1)
  })

  it('sends no more than three times what it gets from an address that has proved nothing', () => {
    const smallest = encodePacket(
      {
        kind: 'ping',
        endpoint: { host: '', udpPort: 0, tcpPort: 0 },
        requestId: randomUUID(),
        networkId: undefined,
      },
      stranger.privateKey,
    )
    const world = new DiscoveryWorld()
    const node = world.addNode(1, { host: '100.100.100.100', port: 50505 })
    let received = 0
    for (let round = 0; round < 500; round++) {
      node.protocol.receive(smallest, strangerPlace, world.nowMs)
      received += smallest.length
      if (round % 50 === 49) world.pass(1)
      const sent = world.sent.reduce((sum, { packet }) => sum + packet.length, 0)
      expect(sent).toBeLessThanOrEqual(3 * received)
    }
    world.pass(100)
    expect(world.sent.length).toBeGreaterThan(0)
    expect(world.sent.reduce((sum, { packet }) => sum + packet.length, 0)).toBeLessThanOrEqual(3 * received)
  })

  it('listens to one address, and to all together, only so often', () => {
    const world = new DiscoveryWorld()
    const packet = pingOf(stranger)
    const node = world.addNode(1)
    for (let round = 0; round < 200; round++) node.protocol.receive(packet, strangerPlace, world.nowMs)
    expect(sentTo(world, strangerPlace).length).toBeLessThanOrEqual(61)
    for (let round = 0; round < 1200; round++) {
      node.protocol.receive(packet, { host: `11.0.${round >> 8}.${round & 255}`, port: 1 }, world.nowMs)
    }
    expect(world.sent.length).toBeLessThanOrEqual(2 * 1000)
  })

  it('still pings whom it chooses while strangers keep it busy', () => {
    const world = new DiscoveryWorld()
    const node = world.addNode(1)
    const packet = pingOf(stranger)
    for (let round = 0; round < 400; round++) {
      node.protocol.receive(packet, { host: `11.0.${round >> 8}.${round & 255}`, port: 1 }, world.nowMs)
    }
    const [typeAt, pingType] = [97, 1]
    expect(world.sent.filter(({ packet: sent }) => sent[typeAt] === pingType)).toHaveLength(256)
    node.protocol.ping(strangerPlace, world.nowMs)
    expect(sentTo(world, strangerPlace)).toMatchObject([{ kind: 'ping' }])
  })

  it('hears whom it has asked through any number of packets with forged sources', () => {
    const world = new DiscoveryWorld()
    const [node, boot] = [world.addNode(1), world.addNode(2)]
    const forged = randomBytes(150)
    for (let round = 0; round < 3000; round++) {
      node.protocol.receive(forged, { host: `11.0.${round >> 8}.${round & 255}`, port: 1 }, world.nowMs)
    }
    node.protocol.ping(boot.place, world.nowMs)
    world.deliver()
    expect(node.protocol.nodes()).toMatchObject([boot.place])
  })

  it('does not forget a node because somebody forged its address', () => {
    const { world, node } = acquainted()
    node.protocol.receive(pingOf(numberedIdentity(66)), strangerPlace, world.nowMs)
    world.pass(20)
    expect(node.protocol.nodes()).toMatchObject([strangerPlace])
  })

  it('lets nobody pass the answer of another node off as its own', () => {
    const world = new DiscoveryWorld()
    const [node, victim] = [world.addNode(1), world.addNode(2)]
    node.protocol.ping(victim.place, world.nowMs)
    world.deliver()
    node.protocol.receive(pingOf(stranger), strangerPlace, world.nowMs)
    const ping = sentTo(world, strangerPlace).find(({ kind }) => kind === 'ping')!
    // The victim answers any ping, also one that repeats the request id of another node.
    const relayed = { kind: 'ping', endpoint, requestId: ping.requestId, networkId } as const
    victim.protocol.receive(encodePacket(relayed, stranger.privateKey), strangerPlace, world.nowMs)
    const pong = world.sent.findLast(({ packet }) => decodePacket(packet).message.kind === 'pong')!
    node.protocol.receive(pong.packet, strangerPlace, world.nowMs)
    expect(node.protocol.nodes()).toMatchObject([victim.place])
  })

  it('keeps no more than sixteen nodes of one address', () => {
    const world = new DiscoveryWorld()
    const node = world.addNode(1)
    for (let number = 2; number < 24; number++) {
      const other = world.addNode(number, { host: '10.7.7.7', port: number })
      node.protocol.ping(other.place, world.nowMs)
      world.deliver()
    }
    expect(node.protocol.nodes()).toHaveLength(16)
  })
})
