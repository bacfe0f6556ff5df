import type { Log } from '../../../evm/log.ts'
import { toHex } from '../../../primitives/hex.ts'
import { argumentTexts, valueText } from './argumentTexts.ts'
import type { AbiEntry, AbiInput } from './contractArtifact.ts'

/** An event with its arguments: `Transfer(from: 0x…, to: 0x…, value: 5)`. */
export function eventText({ name, inputs }: AbiEntry, { topics, data }: Log): string {
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
