import { keccak256 } from '../../../crypto/keccak256.ts'
import type { Log } from '../../../evm/log.ts'
import { selectorLength, selectorOf } from '../../../native/abi/method.ts'
import { asciiBytes } from '../../../primitives/bytes.ts'
import { getOrCreate } from '../../../primitives/getOrCreate.ts'
import { toHex, toHexDigits } from '../../../primitives/hex.ts'
import { argumentTexts, valueText } from './argumentTexts.ts'
import {
  type AbiEntry,
  type AbiInput,
  type CompiledCode,
  type ContractArtifact,
  signatureOf,
} from './contractArtifact.ts'

/** The functions, errors, events and codes of compiled contracts. */
export class ContractIndex {
  readonly #functions = new Map<string, string>()
  readonly #errors = new Map<string, AbiEntry>()
  /** By topic; events of one topic may differ in which values are topics. */
  readonly #events = new Map<string, AbiEntry[]>()
  /** Those whose creation code is known. */
  readonly #created: ContractArtifact[] = []
  /** By the number of digits of their code without its metadata. */
  readonly #contracts = new Map<number, ContractArtifact[]>()
  /** By a code that was seen before. */
  readonly #found = new WeakMap<Uint8Array, ContractArtifact | null>()

  constructor(artifacts: readonly ContractArtifact[]) {
    for (const artifact of artifacts) this.#add(artifact)
  }

  /** The signature of a called function; undefined for an unknown one. */
  functionOf(data: Uint8Array): string | undefined {
    return this.#functions.get(selectorDigits(data))
  }

  /** A custom error with its arguments; undefined for an unknown one. */
  errorOf(data: Uint8Array): string | undefined {
    const error = this.#errors.get(selectorDigits(data))
    if (error === undefined) return undefined
    const types = error.inputs.map(({ type }) => type)
    return `${error.name}(${argumentTexts(types, data.subarray(selectorLength)).join(', ')})`
  }

  /** An event with its arguments; undefined for an unknown one. */
  eventOf(log: Log): string | undefined {
    const [topic] = log.topics
    const events = topic === undefined ? undefined : this.#events.get(toHexDigits(topic))
    const event = events?.find(({ inputs }) => topicsOf(inputs) === log.topics.length)
    return event && eventText(event, log)
  }

  /** The contract that this init code creates; the constructor's arguments follow its code. */
  createdBy(initCode: Uint8Array): ContractArtifact | undefined {
    const candidates = this.#created.filter(({ creation }) => creation.digits.length / 2 <= initCode.length)
    if (candidates.length === 0) return undefined
    const digits = toHexDigits(initCode)
    const fitting = candidates.filter(({ creation }) =>
      isCodeOf(creation, digits.slice(0, creation.digits.length)),
    )
    return fitting.sort((one, other) => other.creation.digits.length - one.creation.digits.length)[0]
  }

  /**
   * The contract with this code. Codes are compared without the bytes that a deployment fills in. An equal code
   * precedes one that differs only in its metadata, which has the hash of the sources with their comments.
   */
  contractOf(code: Uint8Array): ContractArtifact | undefined {
    const known = this.#found.get(code)
    if (known !== undefined) return known ?? undefined
    const digits = toHexDigits(code)
    const executed = withoutMetadata(digits)
    const candidates = this.#contracts.get(executed.length) ?? []
    const found =
      candidates.find(({ deployed }) => isCodeOf(deployed, digits)) ??
      candidates.find(({ deployed }) => isCodeOf(executedPart(deployed), executed))
    this.#found.set(code, found ?? null)
    return found
  }

  #add(artifact: ContractArtifact): void {
    for (const entry of artifact.abi) {
      const signature = signatureOf(entry)
      if (entry.type === 'event') this.#addEvent(entry, signature)
      if (entry.type !== 'function' && entry.type !== 'error') continue
      const selector = toHexDigits(selectorOf(signature))
      if (entry.type === 'function') this.#functions.set(selector, signature)
      else this.#errors.set(selector, entry)
    }
    const length = withoutMetadata(artifact.deployed.digits).length
    if (length > 0) getOrCreate(this.#contracts, length, () => []).push(artifact)
    if (artifact.creation.digits.length > 0) this.#created.push(artifact)
  }

  #addEvent(event: AbiEntry, signature: string): void {
    const topic = toHexDigits(keccak256(asciiBytes(signature)))
    const known = getOrCreate(this.#events, topic, () => [])
    if (!known.some(({ inputs }) => topicsOf(inputs) === topicsOf(event.inputs))) known.push(event)
  }
}

const selectorDigits = (data: Uint8Array): string => toHexDigits(data.subarray(0, selectorLength))

/** The number of topics of an event with these values; the first is its signature. */
const topicsOf = (inputs: AbiEntry['inputs']): number =>
  1 + inputs.filter(({ isIndexed }) => isIndexed).length

/** The metadata of Solidity: a map in CBOR with the hash of the sources or the version of the compiler, and its length. */
const metadata = /a[1-4]6(?:4697066735822|5627a7a7[23]|4736f6c6343)[0-9a-f]{4,400}$/

function withoutMetadata(digits: string): string {
  const length = 2 * (Number.parseInt(digits.slice(-4), 16) + 2)
  const start = digits.length - length
  return start >= 0 && metadata.exec(digits.slice(start))?.index === 0 ? digits.slice(0, start) : digits
}

const executedPart = (code: CompiledCode): CompiledCode => ({
  ...code,
  digits: withoutMetadata(code.digits),
})

/** Compares the stretches between the holes. */
function isCodeOf({ digits: code, holes }: CompiledCode, digits: string): boolean {
  let at = 0
  for (const { start, length } of [...holes].sort((one, other) => one.start - other.start)) {
    if (code.slice(at, 2 * start) !== digits.slice(at, 2 * start)) return false
    at = 2 * (start + length)
  }
  return code.slice(at) === digits.slice(at)
}

/** An event with its arguments: `Transfer(from: 0x…, to: 0x…, value: 5)`. */
function eventText({ name, inputs }: AbiEntry, { topics, data }: Log): string {
  const inData = inputs.filter(({ isIndexed }) => !isIndexed)
  const types = inData.map(({ type }) => type)
  const texts = argumentTexts(types, data)
  // Data with arrays or tuples is one text.
  if (texts.length !== inData.length) return `${name}(${texts.join(', ')})`
  const indexed = topics.slice(1).values()
  const unindexed = texts.values()
  const values = inputs.map((input) =>
    input.isIndexed ? topicText(input, indexed.next().value!) : unindexed.next().value!,
  )
  return `${name}(${inputs.map((input, index) => labelled(input, values[index]!)).join(', ')})`
}

const labelled = ({ name }: AbiInput, value: string): string => (name === '' ? value : `${name}: ${value}`)

/** A topic holds the hash of a value that is longer than a word. */
function topicText({ type }: AbiInput, topic: Uint8Array): string {
  const isHashed = /[[(]/.test(type) || type === 'string' || type === 'bytes'
  return isHashed ? toHex(topic) : valueText(type, topic, 0)
}
