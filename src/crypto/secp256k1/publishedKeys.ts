import { readFileSync } from 'node:fs'
import { wordBytes } from '../../primitives/integers.ts'
import { packageFile } from '../../primitives/program/packageFile.ts'
import type { Secp256k1Backend } from './backend.ts'
import { generator, groupOrder, prime } from './curve.ts'

/*
 * Signatures with private keys that are published, in WebAssembly with vector instructions: assembly/signing.ts. The time
 * depends on the key, so a secret one must never come here.
 */

type SigningModule = {
  readonly memory: WebAssembly.Memory
  readonly INPUT: WebAssembly.Global
  readonly INPUT_Y: WebAssembly.Global
  readonly MODULUS: WebAssembly.Global
  readonly KEY: WebAssembly.Global
  readonly HASH: WebAssembly.Global
  readonly NONCE: WebAssembly.Global
  readonly prepare: () => void
  readonly multiplyGenerator: () => void
  readonly invert: () => void
  readonly firstNonce: () => void
  readonly nextNonce: () => void
}

const halfOrder = groupOrder >> 1n
/** The two moduli, lowest byte first. */
const primeBytes = wordBytes(prime).reverse()
const orderBytes = wordBytes(groupOrder).reverse()

export class PublishedKeys {
  readonly #module: SigningModule
  readonly #view: DataView
  readonly #bytes: Uint8Array
  readonly #input: number
  readonly #modulus: number

  /** Throws on a platform without vector instructions in WebAssembly. */
  constructor() {
    const binary = readFileSync(packageFile('wasm/signing.wasm'))
    this.#module = new WebAssembly.Instance(new WebAssembly.Module(binary)).exports as SigningModule
    this.#view = new DataView(this.#module.memory.buffer)
    this.#bytes = new Uint8Array(this.#module.memory.buffer)
    this.#input = this.#module.INPUT.value
    this.#modulus = this.#module.MODULUS.value
    this.#bytes.set(primeBytes, this.#modulus)
    this.#write(this.#input, generator.x)
    this.#write(this.#module.INPUT_Y.value, generator.y)
    this.#module.prepare()
  }

  /** Deterministic (RFC 6979), with low s. Undefined when the private key is out of range. */
  sign(hash: Uint8Array, privateKey: Uint8Array): ReturnType<Secp256k1Backend['sign']> {
    const { KEY, HASH, NONCE, firstNonce, nextNonce } = this.#module
    this.#bytes.set(privateKey, KEY.value)
    this.#bytes.set(hash, HASH.value)
    const key = this.#readBigEndian(KEY.value)
    if (key === 0n || key >= groupOrder) return undefined
    const message = this.#readBigEndian(HASH.value) % groupOrder
    this.#writeBigEndian(HASH.value, message)
    firstNonce()
    for (;;) {
      const signed = this.#signWith(this.#readBigEndian(NONCE.value), key, message)
      if (signed) return signed
      nextNonce()
    }
  }

  /** Undefined for a nonce that cannot be used. */
  #signWith(nonce: bigint, key: bigint, message: bigint): ReturnType<Secp256k1Backend['sign']> {
    if (nonce === 0n || nonce >= groupOrder) return undefined
    const { INPUT_Y, multiplyGenerator, invert } = this.#module
    this.#bytes.set(primeBytes, this.#modulus)
    this.#write(this.#input, nonce)
    multiplyGenerator()
    const x = this.#read(this.#input)
    const isOdd = this.#view.getUint8(INPUT_Y.value) & 1
    const r = x >= groupOrder ? x - groupOrder : x
    this.#bytes.set(orderBytes, this.#modulus)
    this.#write(this.#input, nonce)
    invert()
    const s = (this.#read(this.#input) * ((message + r * key) % groupOrder)) % groupOrder
    if (r === 0n || s === 0n) return undefined
    const isHigh = s > halfOrder
    this.#writeBigEndian(this.#input, r)
    this.#writeBigEndian(this.#input + 32, isHigh ? groupOrder - s : s)
    const signature = this.#bytes.slice(this.#input, this.#input + 64)
    return { signature, recovery: (isOdd ^ (isHigh ? 1 : 0)) | (x >= groupOrder ? 2 : 0) }
  }

  #write(at: number, value: bigint): void {
    this.#view.setBigUint64(at, value, true)
    this.#view.setBigUint64(at + 8, value >> 64n, true)
    this.#view.setBigUint64(at + 16, value >> 128n, true)
    this.#view.setBigUint64(at + 24, value >> 192n, true)
  }

  #writeBigEndian(at: number, value: bigint): void {
    this.#view.setBigUint64(at, value >> 192n)
    this.#view.setBigUint64(at + 8, value >> 128n)
    this.#view.setBigUint64(at + 16, value >> 64n)
    this.#view.setBigUint64(at + 24, value)
  }

  #readBigEndian(at: number): bigint {
    const word = (index: number) => this.#view.getBigUint64(at + 8 * index)
    return (word(0) << 192n) | (word(1) << 128n) | (word(2) << 64n) | word(3)
  }

  #read(at: number): bigint {
    const word = (index: number) => this.#view.getBigUint64(at + 8 * index, true)
    return word(0) | (word(1) << 64n) | (word(2) << 128n) | (word(3) << 192n)
  }
}
