import { afterEach, describe, expect, it } from 'vitest'
import { newFederationUtxos } from '../bridge/cells/utxos.ts'
import { paymentScript } from '../bridge/federation/redeemScript.ts'
import { bridgeOf, federationsOf } from '../dev/federation/federationView.ts'
import { MemoryBitcoin } from '../dev/peg/memoryBitcoin.cases.ts'
import { PegDriver } from '../dev/peg/pegDriver.ts'
import { bridgeAddress } from '../protocol/addresses.ts'
import { accountOf } from '../wallet/privateKey.ts'
import { DevelopmentPegChain } from './developmentPegChain.ts'
import type { Node } from './node.ts'
import { openNode } from './openNode.ts'
import type { NodeOptions } from './options.ts'

const opened: { close(): void }[] = []
afterEach(() => {
  for (const one of opened.splice(0).reverse()) one.close()
})

const federationCoins = (chain: DevelopmentPegChain) => bridgeOf(chain).cells.load(newFederationUtxos)

const untilIdle = async (): Promise<boolean> => false

async function openPeg(options: NodeOptions = {}) {
  const errors: unknown[] = []
  const node: Node = await openNode({ development: {}, ...options })
  const chain = new DevelopmentPegChain(node)
  const bitcoin = new MemoryBitcoin()
  const driver = new PegDriver({
    chain,
    bitcoin,
    intervalMs: undefined,
    onError: (error) => errors.push(error),
  })
  opened.push(node, driver)
  await bitcoin.generate(20)
  await driver.settle()
  const payFederation = async (satoshis: bigint) => {
    const context = bridgeOf(chain)
    const id = await bitcoin.pay([
      { script: paymentScript(federationsOf(context).active, context), satoshis },
    ])
    return id
  }
  const balance = (account: Uint8Array) => node.chain.stateAt('latest')!.balance(account)
  return { node, chain, bitcoin, driver, payFederation, balance, errors }
}

describe('the federation of a development chain', () => {
  it('credits a payment to the account of its sender', async () => {
    const { driver, bitcoin, payFederation, balance, errors } = await openPeg()
    await payFederation(1_000_000n)
    await driver.advance(untilIdle)
    expect(balance(accountOf(bitcoin.payerKey))).toBe(1_000_000n * 10n ** 10n)
    expect(errors).toEqual([])
  })

  it('pays a peg-out on Bitcoin and takes the change back', async () => {
    const { chain, driver, bitcoin, payFederation, errors } = await openPeg()
    await payFederation(5_000_000n)
    await driver.advance(untilIdle)
    const height = await bitcoin.height()
    chain.send({ key: bitcoin.payerKey, to: bridgeAddress, data: new Uint8Array(0), value: 10n ** 16n })
    await driver.advance(untilIdle)
    expect(await bitcoin.height()).toBe(height + 3)
    expect(federationCoins(chain)).toHaveLength(1)
    expect(errors).toEqual([])
  })

  it('does nothing on an idle chain', async () => {
    const { chain, driver } = await openPeg()
    const { height } = chain
    await driver.settle()
    expect(await driver.advance(untilIdle)).toEqual({ bitcoin: 0, rootstock: 0 })
    expect(chain.height).toBe(height)
  })
})
