import { describe, expect, it } from 'vitest'
import { openWorld } from '../../../answering/rpcWorld.cases.ts'

const address = (digits: string): string => `0x${digits.padStart(40, '0')}`

describe('eth_config', () => {
  it('answers the active, the next and the last upgrades with their heights and contracts', async () => {
    const upgrades = { wasabi100: 0, papyrus200: 0, iris300: 2, reed810: 5, vetiver900: 9 }
    const world = await openWorld({ node: { upgrades: { upgrades } } })
    const before = await world.result('eth_config')
    expect(before).toMatchObject({
      current: {
        activationBlock: '0x0',
        activationTime: 0,
        chainId: '0x21',
        precompiles: { ECREC: address('1'), MODEXP: address('5') },
        systemContracts: { BRIDGE: address('1000006'), REMASC: address('1000008') },
      },
      next: { upgrades: ['iris300'], activationBlock: '0x2' },
      last: { upgrades: ['vetiver900'], activationBlock: '0x9' },
    })
    expect(before).not.toHaveProperty('next.activationTime')
    expect(before).not.toHaveProperty('current.precompiles.BLAKE2F')
    await world.result('evm_mine')
    await world.result('evm_mine')
    const { timestamp } = world.node.chain.head.header
    expect(await world.result('eth_config')).toMatchObject({
      current: {
        upgrades: ['iris300'],
        activationBlock: '0x2',
        activationTime: timestamp,
        precompiles: { BLAKE2F: address('9') },
        systemContracts: { ENVIRONMENT: address('1000011') },
      },
      next: { upgrades: ['reed810'], activationBlock: '0x5' },
    })
  })

  it('has no next upgrade where none is planned', async () => {
    const world = await openWorld({ node: { network: 'mainnet' } })
    expect(await world.result('eth_config')).toMatchObject({
      current: { chainId: '0x1e', activationBlock: '0x0' },
    })
    const local = await openWorld()
    expect(await local.result('eth_config')).toMatchObject({ next: null, last: null })
  })
})
