import { publicKeyOf } from '../crypto/secp256k1.ts'
import type { Address } from '../primitives/bytes.ts'
import { addressKey } from '../primitives/mapKeys.ts'
import { FairTurns } from '../primitives/turns/fairTurns.ts'
import { signed, signTransaction } from '../protocol/transactions/sign.ts'
import type {
  Transaction,
  TransactionFields,
  TransactionSignature,
} from '../protocol/transactions/transaction.ts'
import { decryptKey, type EncryptionParts, encryptKey } from './keystore/encryption.ts'
import type { KeyFolder, SkippedFile } from './keystore/keyFolder.ts'
import type { AccountKeystore } from './keystore/keystoreJson.ts'
import { accountOf, privateKeyFromBytes, privateKeyFromSeed, randomPrivateKey } from './privateKey.ts'
import { signatureOf, signMessage } from './signedMessage.ts'
import { typedDataHash } from './typedData/typedDataHash.ts'
import { UnlockedKeys } from './unlockedKeys.ts'
import { accountNotFound, senderNotFound, WalletError, walletBusy } from './walletError.ts'

export type UnsignedFields = Omit<TransactionFields, 'signature'>

export interface WalletParts extends EncryptionParts {
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** If undefined, encrypted keys are kept in memory only. */
  readonly folder: KeyFolder | undefined
  readonly maximumAccounts: number
}

/** By default an account stays unlocked for half an hour. */
const defaultUnlockMs = 30 * 60 * 1000
const unlimited = Number.POSITIVE_INFINITY
/** Maximum passphrases that wait to be used. */
const waiting = 99

/** A caller that takes turns. */
export interface TurnTaker {
  readonly name: string
  /** Called when its task begins, which derives a key. */
  readonly begins: () => void
}

const program: TurnTaker = { name: '', begins: () => {} }

/**
 * The keys of local accounts, of two kinds. Loose keys (from a seed or from the configuration) exist only in memory: they
 * are unlocked from the start, and lost when locked. Stored keys are encrypted with a passphrase and can be locked and
 * unlocked repeatedly.
 *
 * Methods with a passphrase are asynchronous, because deriving a key from it is slow by design; they run one after the
 * other, in turns between callers. Methods that use an unlocked key are synchronous and treat a locked account as unknown,
 * although it is listed.
 */
export class Wallet {
  readonly #parts: WalletParts
  readonly #loose = new Map<string, Address>()
  readonly #stored = new Map<string, AccountKeystore>()
  readonly #unlocked: UnlockedKeys
  /** Deriving a key at standard cost takes 256 MiB for a second or two, so one is derived at a time. */
  readonly #turns = new FairTurns({ atOnce: 1, waiting, waitingPerOwner: waiting }, walletBusy)

  constructor(parts: WalletParts) {
    this.#parts = parts
    this.#unlocked = new UnlockedKeys(parts.clock)
    for (const keystore of parts.folder?.keystores ?? []) this.#remember(keystore)
  }

  /** Loose accounts in the order of their creation, then stored ones, oldest first; including locked accounts. */
  get accounts(): readonly Address[] {
    const stored = [...this.#stored.values()].filter(({ address }) => !this.#loose.has(addressKey(address)))
    return [...this.#loose.values(), ...stored.map(({ address }) => address)]
  }

  /** Files of the folder from which no key can be read. */
  get skippedFiles(): readonly SkippedFile[] {
    return this.#parts.folder?.skippedFiles ?? []
  }

  has(address: Address): boolean {
    const account = addressKey(address)
    return this.#loose.has(account) || this.#stored.has(account)
  }

  /** Adds a loose account whose key is the hash of the text. */
  addSeed(seed: string): Address {
    return this.#addLoose(privateKeyFromSeed(seed))
  }

  /** Adds a loose account, whose address may be known. */
  addKey(privateKey: Uint8Array, address?: Address): Address {
    return this.#addLoose(privateKeyFromBytes(privateKey), address)
  }

  /** Adds a stored account with a random key, unlocked for half an hour. */
  newAccount(passphrase: string, taker?: TurnTaker): Promise<Address> {
    return this.#store(randomPrivateKey(this.#parts.random), passphrase, taker)
  }

  /** Adds a stored account, unlocked for half an hour; if it exists, the new passphrase replaces the old one. */
  async importKey(privateKey: Uint8Array, passphrase: string, taker?: TurnTaker): Promise<Address> {
    return this.#store(privateKeyFromBytes(privateKey), passphrase, taker)
  }

  /** A copy of the private key of an unlocked account. */
  dumpKey(address: Address): Uint8Array {
    return Uint8Array.from(this.#unlocked.get(address) ?? fail(accountNotFound()))
  }

  /** False if the address has no stored key; a wrong passphrase is an error. */
  unlock(
    address: Address,
    passphrase: string,
    durationMs = defaultUnlockMs,
    taker?: TurnTaker,
  ): Promise<boolean> {
    return this.#take(async () => {
      const keystore = this.#stored.get(addressKey(address))
      if (keystore === undefined) return false
      this.#unlocked.put(keystore.address, await decryptKey(keystore, passphrase), durationMs)
      return true
    }, taker)
  }

  /** False if the account was already locked. A loose key is lost. */
  lock(address: Address): boolean {
    return this.#unlocked.remove(address)
  }

  /** Wipes every unencrypted key. */
  lockAll(): void {
    this.#unlocked.clear()
  }

  /** 65 bytes: r, s, v. */
  signMessage(address: Address, message: Uint8Array): Uint8Array {
    return signMessage(message, this.#unlocked.get(address) ?? fail(accountNotFound()))
  }

  /** Signs typed data (EIP-712), as `signMessage` does. Throws a `DecodeError` for invalid data. */
  signTypedData(address: Address, data: unknown): Uint8Array {
    const key = this.#unlocked.get(address) ?? fail(accountNotFound())
    return signatureOf(typedDataHash(data), key)
  }

  /** The 65-byte public key of an unlocked account. */
  publicKeyOf(address: Address): Uint8Array | undefined {
    const key = this.#unlocked.get(address)
    return key && publicKeyOf(key)
  }

  signTransaction(sender: Address, transaction: UnsignedFields): Transaction {
    const key = this.#unlocked.get(sender) ?? fail(senderNotFound(sender))
    return signTransaction(transaction, key, sender)
  }

  /** Signs a typed transaction; `make` makes it, first without its signature. */
  signTyped(sender: Address, make: (signature: TransactionSignature | null) => Transaction): Transaction {
    return signed(make, this.#unlocked.get(sender) ?? fail(senderNotFound(sender)))
  }

  /** Signs with a stored key without unlocking it. */
  signTransactionWithPassphrase(
    sender: Address,
    transaction: UnsignedFields,
    passphrase: string,
    taker?: TurnTaker,
  ): Promise<Transaction> {
    return this.#take(async () => {
      const keystore = this.#stored.get(addressKey(sender)) ?? fail(senderNotFound(sender))
      const key = await decryptKey(keystore, passphrase)
      try {
        return signTransaction(transaction, key, sender)
      } finally {
        key.fill(0)
      }
    }, taker)
  }

  #addLoose(key: Uint8Array, address = accountOf(key)): Address {
    this.#checkLimit(address)
    this.#loose.set(addressKey(address), address)
    this.#unlocked.put(address, key, unlimited)
    return address
  }

  #take<Result>(task: () => Promise<Result>, { name, begins } = program): Promise<Result> {
    return this.#turns.run(name, () => {
      begins()
      return task()
    })
  }

  /** Takes ownership of the key. */
  async #store(key: Uint8Array, passphrase: string, taker?: TurnTaker): Promise<Address> {
    try {
      return await this.#take(() => this.#encryptAndKeep(key, passphrase), taker)
    } catch (error) {
      key.fill(0)
      throw error
    }
  }

  async #encryptAndKeep(key: Uint8Array, passphrase: string): Promise<Address> {
    this.#checkLimit(accountOf(key))
    const keystore = await encryptKey(key, passphrase, this.#parts)
    this.#parts.folder?.save(keystore, this.#parts.clock())
    this.#remember(keystore)
    this.#unlocked.put(keystore.address, key, defaultUnlockMs)
    return keystore.address
  }

  #remember(keystore: AccountKeystore): void {
    this.#stored.set(addressKey(keystore.address), keystore)
  }

  #checkLimit(address: Address): void {
    const { maximumAccounts } = this.#parts
    if (this.#loose.size + this.#stored.size < maximumAccounts || this.has(address)) return
    throw new WalletError('too-many-accounts', `the wallet already has ${maximumAccounts} keys`)
  }
}

function fail(error: WalletError): never {
  throw error
}
