import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp, encodeRlpList } from '../../primitives/rlp/encode.ts'
import { encodeFields, number } from './fields.ts'
import { formats, type Message } from './message.ts'

/** The payload of a message's frame: [[type, content]], where the content is a string that contains a list. */
export function encodeMessage(message: Message): Uint8Array {
  return encodeRlp([[unsignedBytes(formats[message.kind].type), contentOf(message)]])
}

function contentOf(message: Message): Uint8Array {
  const { form, fields } = formats[message.kind]
  const encoded = encodeFields(fields, message)
  if (form === 'pushed-list') return encoded[0]!
  return encodeRlpList('id' in message ? [number.encode(message.id), encodeRlpList(encoded)] : encoded)
}
