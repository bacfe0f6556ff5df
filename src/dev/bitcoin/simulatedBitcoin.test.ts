import { Block, Transaction } from 'bitcoinjs-lib'
import { describe, expect, it } from 'vitest'
import { satoshisPerBitcoin } from '../../bitcoin/transactions/transactionRules.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { backendCases } from './bitcoinBackend.cases.ts'
import { openBitcoin, openFundedBitcoin, testTime } from './simulatedBitcoin.cases.ts'

const regtestGenesis = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'

describe('a simulated Bitcoin', () => {
  backendCases(async () => openBitcoin().bitcoin)

  it('starts at the genesis block of regtest', async () => {
    const { bitcoin } = openBitcoin()
    expect(await bitcoin.height()).toBe(0)
    expect(toHexDigits(await bitcoin.blockHash(0))).toBe(regtestGenesis)
    expect(Block.fromBuffer(await bitcoin.block(await bitcoin.blockHash(0))).checkTxRoots()).toBe(true)
  })

  it('mines blocks that bitcoinjs-lib accepts', async () => {
    const { bitcoin } = await openFundedBitcoin()
    await bitcoin.pay([{ address: await bitcoin.newAddress('bech32'), satoshis: satoshisPerBitcoin }])
    await bitcoin.generate(1)
    await bitcoin.pay([{ address: await bitcoin.newAddress('bech32'), satoshis: 60n * satoshisPerBitcoin }])
    await bitcoin.generate(1)
    for (let height = 1; height <= 112; height++) {
      const hash = await bitcoin.blockHash(height)
      const block = Block.fromBuffer(await bitcoin.block(hash))
      expect(block.checkProofOfWork()).toBe(true)
      expect(block.checkTxRoots()).toBe(true)
      expect(block.getId()).toBe(toHexDigits(hash))
      expect(toHexDigits(Uint8Array.from(block.prevHash!).reverse())).toBe(
        toHexDigits(await bitcoin.blockHash(height - 1)),
      )
    }
  })

  it('halves the subsidy every 150 blocks', async () => {
    const { bitcoin } = openBitcoin()
    await bitcoin.generate(300)
    const subsidy = async (height: number) =>
      Block.fromBuffer(await bitcoin.block(await bitcoin.blockHash(height))).transactions![0]!.outs[0]!.value
    expect(await subsidy(149)).toBe(50n * satoshisPerBitcoin)
    expect(await subsidy(150)).toBe(25n * satoshisPerBitcoin)
    expect(await subsidy(300)).toBe((25n * satoshisPerBitcoin) / 2n)
  })

  it('increases block times while the clock stands still', async () => {
    const { bitcoin, clock } = openBitcoin()
    await bitcoin.generate(30)
    const timeOf = (height: number) => bitcoin.chain.blockAt(height)!.header.time
    expect(timeOf(1)).toBe(testTime)
    expect(timeOf(30)).toBeGreaterThan(testTime)
    clock.seconds += 10_000
    await bitcoin.generate(1)
    expect(timeOf(31)).toBe(testTime + 10_000)
  })

  it.each(['legacy', 'p2sh-segwit', 'bech32'] as const)(
    'receives and spends at %s addresses',
    async (kind) => {
      const { bitcoin } = await openFundedBitcoin()
      const address = await bitcoin.newAddress(kind)
      await bitcoin.pay([{ address, satoshis: 3n * satoshisPerBitcoin }])
      await bitcoin.generate(1)
      const [coin] = bitcoin.wallet
        .spendable()
        .filter(({ output }) => output.value === 3n * satoshisPerBitcoin)
      expect(coin?.kind).toBe(kind)
      if (kind === 'bech32') return
      const id = await bitcoin.pay([{ address, satoshis: satoshisPerBitcoin }], kind)
      await bitcoin.generate(1)
      const found = await bitcoin.transaction(id)
      expect(found?.confirmations).toBe(1)
      expect(Transaction.fromBuffer(found!.raw).getId()).toBe(toHexDigits(id))
    },
  )

  it('names the balance of the wallet when a payment exceeds it', async () => {
    const { bitcoin } = await openFundedBitcoin()
    const address = await bitcoin.newAddress()
    await expect(bitcoin.pay([{ address, satoshis: 1000n * satoshisPerBitcoin }])).rejects.toMatchObject({
      code: -6,
      message:
        'Insufficient funds: 1000.00000000 BTC and the fee are needed, the wallet can spend 500.00000000 BTC',
    })
  })

  it('returns undone transactions to the mempool, and mines them on the next branch', async () => {
    const { bitcoin } = await openFundedBitcoin()
    const id = await bitcoin.pay([{ address: await bitcoin.newAddress(), satoshis: satoshisPerBitcoin }])
    const [first] = await bitcoin.generate(1)
    await bitcoin.generate(2)
    await bitcoin.invalidate(first!)
    expect(await bitcoin.height()).toBe(110)
    expect((await bitcoin.waiting()).map(toHexDigits)).toEqual([toHexDigits(id)])
    await bitcoin.generate(1)
    const onOther = await bitcoin.transaction(id)
    expect(onOther?.confirmations).toBe(1)
    expect(toHexDigits(onOther!.blockHash!)).not.toBe(toHexDigits(first!))
  })

  it('restores chain, mempool and wallet from a mark', async () => {
    const { bitcoin } = await openFundedBitcoin()
    const waiting = await bitcoin.pay([{ address: await bitcoin.newAddress(), satoshis: 5000n }])
    const mark = bitcoin.mark()
    const before = { balance: await bitcoin.balance(), tip: toHexDigits(await bitcoin.blockHash(110)) }
    const address = await bitcoin.newAddress()
    await bitcoin.pay([{ address, satoshis: satoshisPerBitcoin }])
    await bitcoin.generate(5)
    await bitcoin.invalidate(await bitcoin.blockHash(109))
    bitcoin.revert(mark)
    expect(await bitcoin.height()).toBe(110)
    expect(toHexDigits(await bitcoin.blockHash(110))).toBe(before.tip)
    expect((await bitcoin.waiting()).map(toHexDigits)).toEqual([toHexDigits(waiting)])
    expect(await bitcoin.balance()).toBe(before.balance)
    expect(bitcoin.chain.blockCount).toBe(111)
    expect(await bitcoin.newAddress()).toBe(address)
  })
})
