import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { keccak256 } from '../../crypto/keccak256.ts'
import type { PeerAddress } from '../identity/enode.ts'
import type { NodeIdentity } from '../identity/nodeIdentity.ts'
import type { DiscoveryMessage } from './discoveryMessages.ts'
import { DiscoveryWorld, networkId, numberedIdentity, type WorldNode } from './discoveryWorld.cases.ts'
import { decodePacket, encodePacket } from './packet.ts'

const remote = numberedIdentity(99)
const remotePlace = { host: '10.9.9.9', port: 999 }
const address = { host: '10.9.9.9', udpPort: 999, tcpPort: 999 }

const pingOf = (identity: NodeIdentity, network: number | undefined = networkId): Uint8Array =>
  encodePacket({ kind: 'ping', address, requestId: randomUUID(), networkId: network }, identity.privateKey)

/** The messages that were sent to an address. */
const sentTo = (world: DiscoveryWorld, { host, port }: PeerAddress): DiscoveryMessage[] =>
  world.sent
    .filter(({ to }) => to.host === host && to.port === port)
    .map(({ packet }) => decodePacket(packet).message)

/** A world with one node that knows the remote node, which is controlled by the test. */
function worldWithKnownRemote() {
  const world = new DiscoveryWorld()
  const node = world.addNode(1)
  node.protocol.receive(pingOf(remote), remotePlace, world.nowMs)
  const ping = sentTo(world, remotePlace).find(({ kind }) => kind === 'ping')!
  const pong = { kind: 'pong', address, requestId: ping.requestId, networkId } as const
  node.protocol.receive(encodePacket(pong, remote.privateKey), remotePlace, world.nowMs)
  world.sent.length = 0
  return { world, node }
}

describe('discovery', () => {
  /** Six nodes; all but the first know only the first. */
  const sixNodes = (world: DiscoveryWorld): WorldNode[] => {
    const nodes = [1, 2, 3, 4, 5, 6].map((number) => world.addNode(number))
    for (const node of nodes.slice(1)) node.protocol.ping(nodes[0]!.address, world.nowMs)
    return nodes
  }

  const expectMesh = (nodes: readonly WorldNode[]): void => {
    for (const node of nodes) {
      const others = nodes.filter((other) => other !== node).map(({ address }) => address.host)
      const known = node.protocol.nodes().map(({ host }) => host)
      expect(known.sort()).toEqual(others)
      expect(node.met.map(({ host }) => host).sort()).toEqual(others)
    }
  }

  it('lets six nodes that know one of them find each other within three seconds', () => {
    const world = new DiscoveryWorld()
    const nodes = sixNodes(world)
    world.pass(3)
    expectMesh(nodes)
  })

  it('lets nodes find each other within seconds when the boot node starts later', () => {
    const world = new DiscoveryWorld()
    const nodes = sixNodes(world)
    world.disconnect(nodes[0]!.address)
    world.pass(5)
    world.connect(nodes[0]!.address)
    world.pass(8)
    expectMesh(nodes)
  })

  it.each([1, 2, 3, 4])('lets nodes find each other although a tenth of the packets is lost (%i)', (seed) => {
    const world = new DiscoveryWorld()
    world.isLost = (packet) => (keccak256(Uint8Array.of(seed, packet >> 8, packet)).at(0) ?? 0) < 26
    const nodes = sixNodes(world)
    world.pass(30)
    expectMesh(nodes)
  })

  it('searches known nodes at intervals that double to a minute while no new node is found', () => {
    const { world, node } = worldWithKnownRemote()
    const seconds: number[] = []
    for (let second = 1; second <= 250; second++) {
      world.sent.length = 0
      world.nowMs += 1_000
      node.protocol.tick(world.nowMs)
      if (sentTo(world, remotePlace).some(({ kind }) => kind === 'find-node')) seconds.push(second)
      // The remote node answers pings, so that it stays known.
      for (const { kind, requestId } of sentTo(world, remotePlace)) {
        if (kind !== 'ping') continue
        const pong = encodePacket({ kind: 'pong', address, requestId, networkId }, remote.privateKey)
        node.protocol.receive(pong, remotePlace, world.nowMs)
      }
    }
    const intervals = seconds.slice(1).map((second, index) => second - seconds[index]!)
    expect(intervals).toEqual([...intervals].sort((a, b) => a - b))
    expect(intervals.at(-1)).toBe(60)
    expect(seconds.length).toBeLessThan(10)
  })

  it('answers a ping and pings back, and knows a node only after it has answered', () => {
    const world = new DiscoveryWorld()
    const node = world.addNode(1)
    node.protocol.receive(pingOf(remote), remotePlace, world.nowMs)
    expect(sentTo(world, remotePlace).map(({ kind }) => kind)).toEqual(['pong', 'ping'])
    expect(node.protocol.nodes()).toEqual([])
    expect(worldWithKnownRemote().node.protocol.nodes()).toMatchObject([{ ...remotePlace, id: remote.id }])
  })

  it('ignores a pong from another address, for another ping, or too late', () => {
    const world = new DiscoveryWorld()
    const node = world.addNode(1)
    node.protocol.ping(remotePlace, world.nowMs)
    const { requestId } = sentTo(world, remotePlace)[0]!
    const pong = (id: string) =>
      encodePacket({ kind: 'pong', address, requestId: id, networkId }, remote.privateKey)
    node.protocol.receive(pong(requestId), { ...remotePlace, port: 1000 }, world.nowMs)
    node.protocol.receive(pong(randomUUID()), remotePlace, world.nowMs)
    world.pass(31)
    node.protocol.receive(pong(requestId), remotePlace, world.nowMs)
    expect(node.protocol.nodes()).toEqual([])
  })

  it('sends its neighbours only to known nodes', () => {
    const { world, node } = worldWithKnownRemote()
    const find = encodePacket(
      { kind: 'find-node', target: remote.id, requestId: randomUUID(), networkId },
      remote.privateKey,
    )
    node.protocol.receive(find, { ...remotePlace, port: 1000 }, world.nowMs)
    expect(world.sent).toEqual([])
    node.protocol.receive(find, remotePlace, world.nowMs)
    expect(sentTo(world, remotePlace)).toMatchObject([{ kind: 'neighbours', nodes: [{ id: remote.id }] }])
  })

  it('pings requested neighbours, except invalid addresses, itself, and local addresses reported from outside', () => {
    const world = new DiscoveryWorld()
    const node = world.addNode(1)
    const outside = { host: '8.8.4.4', port: 999 }
    node.protocol.ping(outside, world.nowMs)
    const ping = sentTo(world, outside)[0]!
    const say = (message: DiscoveryMessage) =>
      node.protocol.receive(encodePacket(message, remote.privateKey), outside, world.nowMs)
    say({ kind: 'pong', address, requestId: ping.requestId, networkId })
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

  it('ignores other networks, its own packets, banned addresses, noise and packets without a source port', () => {
    const world = new DiscoveryWorld()
    const node = world.addNode(1)
    node.banned.add('10.6.6.6')
    node.protocol.receive(pingOf(remote, 30), remotePlace, world.nowMs)
    node.protocol.receive(pingOf(node.identity), remotePlace, world.nowMs)
    node.protocol.receive(pingOf(remote), { host: '10.6.6.6', port: 5 }, world.nowMs)
    node.protocol.receive(randomBytes(150), remotePlace, world.nowMs)
    node.protocol.receive(pingOf(remote), { ...remotePlace, port: 0 }, world.nowMs)
    node.protocol.ping({ host: '10.6.6.6', port: 5 }, world.nowMs)
    expect(world.sent).toEqual([])
  })

  it('removes nodes that no longer answer or are banned', () => {
    const world = new DiscoveryWorld()
    const [first, second, third] = [1, 2, 3].map((number) => world.addNode(number))
    first!.protocol.ping(second!.address, world.nowMs)
    first!.protocol.ping(third!.address, world.nowMs)
    world.deliver()
    expect(first!.protocol.nodes()).toHaveLength(2)
    first!.banned.add(third!.address.host)
    expect(first!.protocol.nodes()).toHaveLength(1)
    world.removeNode(second!.address)
    world.pass(120)
    first!.banned.clear()
    expect(first!.protocol.nodes().map(({ host }) => host)).not.toContain(second!.address.host)
  })

  it('pings a given address five times and a reported one once', () => {
    const world = new DiscoveryWorld()
    const node = world.addNode(1)
    node.protocol.ping({ host: '10.1.1.1', port: 1 }, world.nowMs)
    node.protocol.receive(pingOf(remote), remotePlace, world.nowMs)
    world.pass(100)
    expect(sentTo(world, { host: '10.1.1.1', port: 1 })).toHaveLength(5)
    expect(sentTo(world, remotePlace).filter(({ kind }) => kind === 'ping')).toHaveLength(1)
  })

  it('sends at most three times the bytes it receives from an unverified address', () => {
    const smallest = encodePacket(
      {
        kind: 'ping',
        address: { host: '', udpPort: 0, tcpPort: 0 },
        requestId: randomUUID(),
        networkId: undefined,
      },
      remote.privateKey,
    )
    const world = new DiscoveryWorld()
    const node = world.addNode(1, { host: '100.100.100.100', port: 50505 })
    let received = 0
    for (let round = 0; round < 500; round++) {
      node.protocol.receive(smallest, remotePlace, world.nowMs)
      received += smallest.length
      if (round % 50 === 49) world.pass(1)
      const sent = world.sent.reduce((sum, { packet }) => sum + packet.length, 0)
      expect(sent).toBeLessThanOrEqual(3 * received)
    }
    world.pass(100)
    expect(world.sent.length).toBeGreaterThan(0)
    expect(world.sent.reduce((sum, { packet }) => sum + packet.length, 0)).toBeLessThanOrEqual(3 * received)
  })

  it('limits the rate of packets of one address and of all together', () => {
    const world = new DiscoveryWorld()
    const packet = pingOf(remote)
    const node = world.addNode(1)
    for (let round = 0; round < 200; round++) node.protocol.receive(packet, remotePlace, world.nowMs)
    expect(sentTo(world, remotePlace).length).toBeLessThanOrEqual(61)
    for (let round = 0; round < 1200; round++) {
      node.protocol.receive(packet, { host: `11.0.${round >> 8}.${round & 255}`, port: 1 }, world.nowMs)
    }
    expect(world.sent.length).toBeLessThanOrEqual(2 * 1000)
  })

  it('can ping an address of its own choice during a flood from unverified addresses', () => {
    const world = new DiscoveryWorld()
    const node = world.addNode(1)
    const packet = pingOf(remote)
    for (let round = 0; round < 400; round++) {
      node.protocol.receive(packet, { host: `11.0.${round >> 8}.${round & 255}`, port: 1 }, world.nowMs)
    }
    const [typeAt, pingType] = [97, 1]
    expect(world.sent.filter(({ packet: sent }) => sent[typeAt] === pingType)).toHaveLength(256)
    node.protocol.ping(remotePlace, world.nowMs)
    expect(sentTo(world, remotePlace)).toMatchObject([{ kind: 'ping' }])
  })

  it('receives the answer to its own ping during a flood of packets with forged sources', () => {
    const world = new DiscoveryWorld()
    const [node, boot] = [world.addNode(1), world.addNode(2)]
    const forged = randomBytes(150)
    for (let round = 0; round < 3000; round++) {
      node.protocol.receive(forged, { host: `11.0.${round >> 8}.${round & 255}`, port: 1 }, world.nowMs)
    }
    node.protocol.ping(boot.address, world.nowMs)
    world.deliver()
    expect(node.protocol.nodes()).toMatchObject([boot.address])
  })

  it('keeps a node whose address was forged', () => {
    const { world, node } = worldWithKnownRemote()
    node.protocol.receive(pingOf(numberedIdentity(66)), remotePlace, world.nowMs)
    world.pass(20)
    expect(node.protocol.nodes()).toMatchObject([remotePlace])
  })

  it('does not move a node to the address of an attacker that forwards its answers', () => {
    const world = new DiscoveryWorld()
    const [node, other] = [world.addNode(1), world.addNode(2)]
    node.protocol.ping(other.address, world.nowMs)
    world.deliver()
    node.protocol.receive(pingOf(remote), remotePlace, world.nowMs)
    const ping = sentTo(world, remotePlace).find(({ kind }) => kind === 'ping')!
    // A node answers any ping, also one that repeats the request id of another node.
    const relayed = { kind: 'ping', address, requestId: ping.requestId, networkId } as const
    other.protocol.receive(encodePacket(relayed, remote.privateKey), remotePlace, world.nowMs)
    const pong = world.sent.findLast(({ packet }) => decodePacket(packet).message.kind === 'pong')!
    node.protocol.receive(pong.packet, remotePlace, world.nowMs)
    expect(node.protocol.nodes()).toMatchObject([other.address])
  })

  it('keeps at most sixteen nodes of one address', () => {
    const world = new DiscoveryWorld()
    const node = world.addNode(1)
    for (let number = 2; number < 24; number++) {
      const other = world.addNode(number, { host: '10.7.7.7', port: number })
      node.protocol.ping(other.address, world.nowMs)
      world.deliver()
    }
    expect(node.protocol.nodes()).toHaveLength(16)
  })
})
