import { describe, expect, it } from 'vitest'
import { formatEnode } from '../identity/enode.ts'
import { identityOf } from '../identity/nodeIdentity.ts'
import { peeringSettings } from './peeringSettings.ts'

const { id } = identityOf(new Uint8Array(32).fill(1))
const digits = Buffer.from(id).toString('hex')
const enode = formatEnode({ id, host: '10.0.0.1', port: 5050 })

describe('the settings of peering', () => {
  it('have the defaults of the network', () => {
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

  it('trust static peers and trusted peers given by id or enode', () => {
    expect([...peeringSettings({ staticPeers: [enode] }, 'regtest').trusted]).toEqual([digits])
    expect([...peeringSettings({ trustedPeers: [digits, enode] }, 'regtest').trusted]).toEqual([digits])
  })

  it('use the listening address as the public one unless it is a wildcard or another is given', () => {
    const publicAddressOf = (host: string, publicAddress?: string): string =>
      peeringSettings({ host, ...(publicAddress !== undefined && { publicAddress }) }, 'regtest')
        .publicAddress
    expect([
      publicAddressOf('10.0.0.9'),
      publicAddressOf('0.0.0.0'),
      publicAddressOf('::', '5.6.7.8'),
    ]).toEqual(['10.0.0.9', '127.0.0.1', '5.6.7.8'])
  })

  it.each([
    [{ staticPeers: ['enode://12@10.0.0.1:1'] }, 'peering.staticPeers'],
    [{ trustedPeers: ['not an id'] }, 'peering.trustedPeers'],
    [{ bootNodes: ['example.org'] }, 'peering.bootNodes'],
  ])('that are invalid are rejected by name', (options, name) => {
    expect(() => peeringSettings(options, 'regtest')).toThrow(name)
  })

  it('need a port in a network without a default port', () => {
    expect(() => peeringSettings({}, 'devnet')).toThrow('peering.port')
  })
})
