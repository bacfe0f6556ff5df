import { deployer } from '../../src/evm/assembler.cases.ts'
import { createdAddress } from '../../src/evm/contractAddress.ts'
import type { Address } from '../../src/primitives/bytes.ts'
import type { Transaction } from '../../src/protocol/transactions/transaction.ts'
import { contracts } from '../evm/contracts.ts'
import { type Call, numberedAddress, richSender, Sender } from '../import/senders.ts'

/* The mix of mainnet: 2.5 transactions a block, half of them transfers of tokens, most accounts small, a few very busy. */

const tokenCount = 5
const signerCount = 200
const token = contracts.get('Token')!
const caller = contracts.get('Caller')!
const counter = contracts.get('Counter')!

const deployment = ({ code }: { readonly code: Uint8Array }): Call => ({
  to: null,
  data: deployer(code),
  gas: 3_000_000,
})

/** The contracts, at addresses that follow from their sender and its nonces. */
const owner = new Sender('cow1')
const created = (nonce: number): Address => createdAddress(owner.address, BigInt(nonce))
export const busyToken = created(0)
const tokens = Array.from({ length: tokenCount }, (_, index) => created(index))
const callerAddress = created(tokenCount)
const counterAddress = created(tokenCount + 1)
/** Sends every third plain transfer, and receives tokens of the others. */
const exchange = richSender()
export const busyAccount = exchange.address
/** Receives a token after each power of two of blocks, so that its logs hardly grow with the chain. */
export const rareAccount = numberedAddress(0xffff_ffff)

const initialBalance = 10n ** 18n

/** Transactions of blocks, the same in every run. */
export class Traffic {
  readonly #signers = Array.from({ length: signerCount }, (_, index) => new Sender(`signer ${index}`))
  #seed = 1

  block(number: number): Transaction[] {
    const transactions = Array.from({ length: 1 + this.#below(4) }, () => this.#next(number))
    const isPowerOfTwo = (number & (number - 1)) === 0
    if (isPowerOfTwo) transactions.push(this.#tokens(this.#signer(), busyToken, rareAccount))
    return transactions
  }

  /** Transactions of the first blocks, which create the contracts and give the signers coins and tokens. */
  *preparation(): Generator<Transaction[]> {
    for (let index = 0; index < tokenCount; index++) yield [owner.sign(deployment(token))]
    yield [owner.sign(deployment(caller)), owner.sign(deployment(counter))]
    for (let first = 0; first < signerCount; first += 50) {
      const part = this.#signers.slice(first, first + 50)
      yield part.map(({ address }) => exchange.sign({ to: address, value: initialBalance, gas: 21_000 }))
      for (const to of tokens) {
        const data = token.encode('transfers(uint256,address)', 0, busyAccount)
        yield part.map((signer) => signer.sign({ to, data, gas: 120_000 }))
      }
    }
  }

  #next(number: number): Transaction {
    const kind = this.#below(100)
    const signer = this.#signer()
    if (kind < 50) return this.#tokens(signer, this.#token(), this.#receiver(number))
    if (kind < 72) {
      const sender = kind < 60 ? exchange : signer
      return sender.sign({ to: this.#receiver(number), value: 1_000n, gas: 21_000 })
    }
    if (kind < 82) {
      const data = token.encode('approve(address,uint256)', this.#receiver(number), 7)
      return signer.sign({ to: this.#token(), data, gas: 60_000 })
    }
    if (kind < 92) {
      const data = caller.encode('calls(address,uint256)', counterAddress, 3)
      return signer.sign({ to: callerAddress, data, gas: 200_000 })
    }
    // One failure reverts, the other one runs out of gas.
    if (kind < 95) return this.#tokens(signer, this.#token(), busyAccount, 2n ** 255n)
    if (kind < 97) {
      const data = token.encode('mints(uint256,address)', 100, busyAccount)
      return signer.sign({ to: this.#token(), data, gas: 80_000 })
    }
    return signer.sign(deployment(counter))
  }

  #tokens(signer: Sender, to: Address, receiver: Address, amount = 1n): Transaction {
    const data = token.encode('transfer(address,uint256)', receiver, amount)
    return signer.sign({ to, data, gas: 80_000 })
  }

  /** A few are very busy. */
  #signer(): Sender {
    return this.#signers[this.#below(2) === 0 ? this.#below(5) : this.#below(signerCount)]!
  }

  #token(): Address {
    return this.#below(2) === 0 ? busyToken : tokens[this.#below(tokenCount)]!
  }

  /** A new account, one of many small ones, or the busy one. */
  #receiver(number: number): Address {
    const kind = this.#below(10)
    if (kind < 2) return busyAccount
    return numberedAddress(kind < 5 ? 10 * number + this.#below(10) : this.#below(10 * number))
  }

  /** A linear congruential generator (Numerical Recipes). */
  #below(limit: number): number {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.#seed / 2 ** 32) * limit)
  }
}
