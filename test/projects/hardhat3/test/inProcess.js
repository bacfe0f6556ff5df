import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { inProcess } from 'cambium/hardhat'
import { network } from 'hardhat'

const chainIdOf = ({ provider }) => provider.request({ method: 'eth_chainId' })
const headOf = ({ provider }) => provider.request({ method: 'eth_blockNumber' })

describe('a network of the plugin', () => {
  it('has the options of the configuration', async () => {
    const { provider } = await network.create()
    assert.equal((await provider.request({ method: 'eth_accounts' })).length, 5)
    assert.equal(await chainIdOf(await network.create('next')), '0x22')
  })

  it('has other options for one connection', async () => {
    const connection = await network.create({ override: inProcess({ chainId: 35 }) })
    assert.equal(await chainIdOf(connection), '0x23')
  })

  it('has a chain for each connection, which ends with it', async () => {
    const one = await network.create()
    const other = await network.create()
    await one.provider.request({ method: 'hardhat_mine', params: ['0x5'] })
    assert.equal(await headOf(one), '0x5')
    assert.equal(await headOf(other), '0x0')
    await one.close()
    await assert.rejects(headOf(one))
    assert.equal(await headOf(other), '0x0')
  })

  it('names the option that is wrong', async () => {
    const override = inProcess({ accounts: -1 })
    await assert.rejects(network.create({ override }), /accounts must be a whole number/)
  })

  it('tells of blocks to subscribers', async () => {
    const { provider } = await network.create()
    const told = once(provider, 'message')
    await provider.request({ method: 'eth_subscribe', params: ['newHeads'] })
    await provider.request({ method: 'hardhat_mine' })
    const [message] = await told
    assert.equal(message.data.result.number, '0x1')
  })
})
