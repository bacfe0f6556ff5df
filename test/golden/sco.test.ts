import { randomBytes } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { RpcService } from '../../src/answering/rpcService.ts'
import { openWorld } from '../../src/answering/rpcWorld.cases.ts'
import { PeerScoring } from '../../src/peers/scoring/peerScoring.ts'
import type { Json } from '../../src/rpc/json/json.ts'
import { defaultCallSettings } from '../../src/rpc/method/context.ts'
import type { RpcNode } from '../../src/rpc/node/rpcNode.ts'
import { goldenCases } from './goldenCases.ts'

/** The names that the resolver of these tests knows: text that operating systems parse as an address, and one host. */
const hosts: Readonly<Record<string, string>> = { '5': '0.0.0.5', '1': '0.0.0.1', localhost: '127.0.0.1' }

/** A node that appears to have peers. */
async function openPeeringWorld() {
  const { node } = await openWorld()
  const { network, chain, pool, wallet, mining, local, traces, data } = node
  const scoring = new PeerScoring({ now: () => 1_000_000, lookup: async (host) => hosts[host] })
  const peering: RpcNode = {
    ...{ network, chain, pool, wallet, mining, local, traces, data },
    pending: () => node.pending(),
    submit: (transaction) => node.submit(transaction),
    peers: {
      isListening: true,
      enode: undefined,
      connected: [],
      syncStatus: undefined,
      progress: {
        current: 0,
        highest: 0,
        peers: 0,
        halted: undefined,
        blocksPerSecond: 0,
        secondsLeft: undefined,
        diskBytes: undefined,
        snapshot: undefined,
      },
      queuedMessages: 17,
      scoring,
    },
  }
  const service = new RpcService(peering, {
    settings: { clientVersion: 'Cambium/test', errors: 'rootstock', ...defaultCallSettings },
    now: Date.now,
    random: randomBytes,
    report: (error) => {
      throw error
    },
  })
  onTestFinished(() => service.close())
  const ask = (method: string, ...params: Json[]) =>
    service.envelope.handle({ jsonrpc: '2.0', id: 1, method, params }, { name: 'alice' })
  return { scoring, service, ask }
}

const recorded = goldenCases().filter(({ case: name, group }) => group === 'sco' && name.startsWith('sco_'))

describe.runIf(recorded.length > 0)('recorded requests about peers', () => {
  it('get the recorded answers, in order', async () => {
    const { service } = await openPeeringWorld()
    for (const { case: name, request, response } of recorded) {
      const answer = await service.handleText(request, { name: 'alice' })
      // The reference node reports only that parameters are wrong; this node adds the reason (D1, S9).
      const recordedWords = answer
        .replace(/(method parameters invalid): [^"]+/, '$1')
        .replace(/-32602,"message":"invalid argument: [^"]+/, '-32603,"message":"Internal server error')
      expect(recordedWords, name).toBe(response)
    }
  })
})

describe('peers', () => {
  it('are listed with counts of their events, nodes before addresses', async () => {
    const { scoring, ask } = await openPeeringWorld()
    const peer = { id: '3fd44f66'.repeat(16), address: '10.0.0.1' }
    scoring.record(peer, 'successful-handshake')
    for (let block = 0; block < 12; block++) scoring.record(peer, 'valid-block')
    scoring.record(peer, 'unexpected-genesis')
    const counts =
      '"successfulHandshakes":1,"failedHandshakes":0,"invalidNetworks":0,"repeatedMessages":0,"validBlocks":12,' +
      '"validTransactions":0,"invalidBlocks":0,"invalidTransactions":0,"invalidMessages":0,"timeoutMessages":0,' +
      '"unexpectedMessages":0,"invalidHeader":0,"score":12,"punishments":0,"goodReputation":true,"punishedUntil":0'
    expect(JSON.stringify(await ask('sco_peerList'))).toBe(
      `{"jsonrpc":"2.0","id":1,"result":[{${counts},"id":"3fd44f66","type":"node"},{${counts},"id":"10.0.0.1","type":"address"}]}`,
    )
  })

  it('are summarised', async () => {
    const { scoring, ask } = await openPeeringWorld()
    scoring.record({ id: 'ab'.repeat(64), address: '10.0.0.1' }, 'invalid-block')
    scoring.record({ id: 'cd'.repeat(64), address: '10.0.0.2' }, 'valid-transaction')
    expect(JSON.stringify(await ask('sco_reputationSummary'))).toBe(
      '{"jsonrpc":"2.0","id":1,"result":{"count":4,"successfulHandshakes":0,"failedHandshakes":0,' +
        '"invalidHeader":0,"validBlocks":0,"invalidBlocks":2,"validTransactions":2,"invalidTransactions":0,' +
        '"invalidNetworks":0,"invalidMessages":0,"repeatedMessages":0,"timeoutMessages":0,' +
        '"unexpectedMessages":0,"peersTotalScore":0,"punishments":2,"goodReputationCount":2,' +
        '"badReputationCount":2}}',
    )
  })

  it('are cleared one name at a time', async () => {
    const { scoring, ask } = await openPeeringWorld()
    scoring.record({ id: 'ab'.repeat(64), address: '10.0.0.1' }, 'invalid-block')
    expect(await ask('sco_clearPeerScoring', '10.0.0.1')).toMatchObject({
      result: [{ id: 'abababab', goodReputation: false, punishedUntil: 1_720_000, punishments: 1 }],
    })
    expect(await ask('sco_clearPeerScoring', 'ab'.repeat(64))).toMatchObject({ result: [] })
  })

  it('have a count of queued messages', async () => {
    const { ask } = await openPeeringWorld()
    expect(await ask('debug_wireProtocolQueueSize')).toMatchObject({ result: '0x11' })
  })
})

describe('without peering', () => {
  it('no peer is listed or banned, and no message is queued', async () => {
    const world = await openWorld()
    expect(await world.result('sco_peerList')).toEqual([])
    expect(await world.result('sco_bannedAddresses')).toEqual([])
    expect(await world.result('sco_clearPeerScoring', '10.0.0.1')).toEqual([])
    expect(await world.result('sco_reputationSummary')).toMatchObject({ count: 0, goodReputationCount: 0 })
    expect(await world.result('debug_wireProtocolQueueSize')).toBe('0x0')
  })

  it('a ban is refused with the reason', async () => {
    const world = await openWorld()
    expect(await world.error('sco_banAddress', '10.0.0.1')).toEqual({
      code: -32000,
      message: 'peering is off: this node has no peers to ban',
    })
    expect(await world.error('sco_banAddress', '127.0.0.1')).toEqual({
      code: -32602,
      message: 'invalid banned address 127.0.0.1',
    })
    expect(await world.result('sco_unbanAddress', '10.0.0.1')).toBeNull()
  })
})
