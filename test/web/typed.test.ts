import { Wallet } from 'ethers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, useBrowser } from './browser.ts'
import { type ServedChain, startDevelopmentChain } from './servedChains.ts'

const receiver = `0x${'ee'.repeat(20)}`

describe.skipIf(!hasBrowser)('the explorer of a chain with typed transactions', () => {
  const browser = useBrowser()
  let chain: ServedChain
  beforeAll(async () => {
    chain = await startDevelopmentChain(0, '--hardfork', 'next')
  })
  afterAll(() => chain?.stop())

  it('shows types, fees, lists and delegations', async () => {
    const wallet = new Wallet(`0x${'46'.repeat(32)}`)
    await chain.call('anvil_setBalance', wallet.address, '0xde0b6b3a7640000')
    await chain.call('anvil_setNonce', wallet.address, '0x1')
    const authorization = await wallet.authorize({ address: receiver, nonce: 2, chainId: 33 })
    const fields = { chainId: 33, to: receiver, gasLimit: 100_000, maxFeePerGas: 9, maxPriorityFeePerGas: 2 }
    const raw = await wallet.signTransaction({
      ...fields,
      type: 4,
      nonce: 1,
      authorizationList: [authorization],
    })
    const hash = await chain.call<string>('eth_sendRawTransaction', raw)
    const [from] = await chain.call<string[]>('eth_accounts')
    const accessList = [{ address: receiver, storageKeys: [`0x${'0'.repeat(64)}`] }]
    const listed = await chain.call<string>('eth_sendTransaction', {
      from,
      to: receiver,
      type: '0x2',
      accessList,
    })
    const watched = await browser.open()
    for (const [fragment, texts] of [
      [`#/tx/${hash}`, ['4, with authorizations', 'delegates to', 'Maximum fee']],
      [`#/tx/${listed}`, ['2, with a maximum fee', 'Access list', '1 cell']],
      [`#/address/${wallet.address}`, ['Account', 'Delegates to']],
    ] as const) {
      await watched.visit(chain.url, fragment)
      for (const text of texts) await expect.poll(() => watched.text()).toContain(text)
    }
    await watched.close()
  })
})
