import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Abi, encodeDeployData, encodeFunctionData, type Hex } from 'viem'
import type { ServedChain } from './servedChains.ts'

const path = join(import.meta.dirname, 'contracts/Token.json')
const { abi, bytecode } = JSON.parse(readFileSync(path, 'utf8')) as { abi: Abi; bytecode: Hex }

interface Receipt {
  readonly contractAddress: Hex
}

/** A token on a development chain, all of which the first account has. */
export class Token {
  readonly address: Hex
  readonly owner: Hex
  /** The transaction that created it. */
  readonly creation: Hex
  readonly #chain: ServedChain

  private constructor(chain: ServedChain, owner: Hex, creation: Hex, address: Hex) {
    this.#chain = chain
    this.owner = owner
    this.creation = creation
    this.address = address
  }

  static async deploy(chain: ServedChain, name: string, symbol: string): Promise<Token> {
    const [owner = '0x'] = await chain.call<readonly Hex[]>('eth_accounts')
    const data = encodeDeployData({ abi, bytecode, args: [name, symbol, 10n ** 24n] })
    const hash = await chain.call<Hex>('eth_sendTransaction', { from: owner, data, gas: '0x4c4b40' })
    const { contractAddress } = await chain.call<Receipt>('eth_getTransactionReceipt', hash)
    return new Token(chain, owner, hash, contractAddress)
  }

  /** The hash of the transaction, which may fail: its gas is given. */
  async transfer(to: string, amount: bigint): Promise<Hex> {
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] })
    const transaction = { from: this.owner, to: this.address, data, gas: '0x186a0' }
    await this.#chain.call('eth_sendTransaction', transaction).catch(() => {})
    const block = await this.#chain.call<{ transactions: readonly Hex[] }>(
      'eth_getBlockByNumber',
      'latest',
      false,
    )
    return block.transactions[0] ?? '0x'
  }
}
