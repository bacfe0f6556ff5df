import { describe, expect, it } from 'vitest'
import { formatEnode } from '../identity/enode.ts'
import { identityOf } from '../identity/nodeIdentity.ts'
import { peeringSettings } from './peeringSettings.ts'

const { id } = identityOf(new Uint8Array(32).fill(1))
const digits = Buffer.from(id).toString('hex')
const enode = formatEnode({ id, host: '10.0.0.1', port: 5050 })

describe('the settings of peering', () => {
  it('are those that are usual in the network', () => {
    expect(peeringSettings({}, 'mainnet')).toMatchObject({
      port: 5050,
      listen: true,
      discovery: true,
      maximumPeers: 30,
      publicAddress: '127.0.0.1',
    })
    const { bootNodes } = peeringSettings({}, 'testnet')
    expect(bootNodes).toHaveLength(8)
    expect(bootNodes[0]).toEqual({ host: 'bootstrap01.testnet.rsk.co', port: 50_505 })
    expect(peeringSettings({}, 'regtest')).toMatchObject({ port: 50_501, discovery: false, bootNodes: [] })
  })

  it('trust static peers and those named, by id or address', () => {
    expect([...peeringSettings({ staticPeers: [enode] }, 'regtest').trusted]).toEqual([digits])
    expect([...peeringSettings({ trustedPeers: [digits, enode] }, 'regtest').trusted]).toEqual([digits])
  })

  it('tell others the address it listens on, unless that means all or another is given', () => {
    const told = (host: string, publicAddress?: string): string =>
      peeringSettings({ host, ...(publicAddress !== undefined && { publicAddress }) }, 'regtest')
        .publicAddress
    expect([told('10.0.0.9'), told('0.0.0.0'), told('::', '5.6.7.8')]).toEqual([
      '10.0.0.9',
      '127.0.0.1',
      '5.6.7.8',
    ])
  })

  it.each([
    [{ staticPeers: ['enode://12@10.0.0.1:1'] }, 'peering.staticPeers'],
    [{ trustedPeers: ['nobody'] }, 'peering.trustedPeers'],
    [{ bootNodes: ['example.org'] }, 'peering.bootNodes'],
  ])('that are not understood are refused by name', (options, name) => {
    expect(() => peeringSettings(options, 'regtest')).toThrow(name)
  })

  it('need a port where none is usual', () => {
    expect(() => peeringSettings({}, 'devnet')).toThrow('peering.port')
  })
})
