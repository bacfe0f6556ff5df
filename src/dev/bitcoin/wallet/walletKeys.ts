import { hmacSha256 } from '../../../platform/hashes.ts'
import { asciiBytes } from '../../../primitives/bytes.ts'
import { fromHex, toHexDigits } from '../../../primitives/hex.ts'
import { type WalletAddressKind, walletAddressKinds } from '../bitcoinBackend.ts'
import { type WalletKey, walletKey } from './walletKey.ts'

/** Restores the keys. */
export interface WalletState {
  /** Keys derived so far. */
  readonly derived: readonly { readonly kind: WalletAddressKind; readonly label: string }[]
  /** Private keys in hex digits. */
  readonly imported: readonly {
    readonly key: string
    readonly isCompressed: boolean
    readonly label: string
  }[]
}

/** The seed is public, like the keys of the development accounts: the coins are worthless. */
const publicSeed = asciiBytes('cambium simulated bitcoin')

/** The wallet's keys: derived from the seed by their number, or imported. */
export class WalletKeys {
  readonly #byScript = new Map<string, { readonly key: WalletKey; readonly label: string }>()
  #derived: WalletState['derived'] = []
  #imported: WalletState['imported'] = []

  /** The next key of a kind. */
  create(kind: WalletAddressKind, label = ''): WalletKey {
    const key = walletKey(derivedKey(this.#derived.length), kind)
    this.#derived = [...this.#derived, { kind, label }]
    this.#remember(key, label)
    return key
  }

  /** Adds a private key with addresses of all kinds. */
  import(privateKey: Uint8Array, isCompressed: boolean, label = ''): void {
    this.#imported = [...this.#imported, { key: toHexDigits(privateKey), isCompressed, label }]
    // Witnesses need compressed keys.
    const keys = isCompressed
      ? walletAddressKinds.map((kind) => walletKey(privateKey, kind))
      : [walletKey(privateKey, 'legacy', false)]
    for (const key of keys) this.#remember(key, label)
  }

  of(script: Uint8Array): WalletKey | undefined {
    return this.#byScript.get(toHexDigits(script))?.key
  }

  labelOf(script: Uint8Array): string | undefined {
    return this.#byScript.get(toHexDigits(script))?.label
  }

  state(): WalletState {
    return { derived: this.#derived, imported: this.#imported }
  }

  restore({ derived, imported }: WalletState): void {
    this.#byScript.clear()
    this.#derived = []
    this.#imported = []
    for (const { kind, label } of derived) this.create(kind, label)
    for (const { key, isCompressed, label } of imported) this.import(fromHex(key), isCompressed, label)
  }

  #remember(key: WalletKey, label: string): void {
    this.#byScript.set(toHexDigits(key.script), { key, label })
  }
}

/** A number of 256 bits is a private key with overwhelming probability. */
const derivedKey = (index: number): Uint8Array => hmacSha256(publicSeed, asciiBytes(`key ${index}`))
