import { DecodeError } from '../../primitives/errors.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { decodeFields, type ListField } from './fields.ts'
import { formats, type Message, type MessageKind } from './message.ts'
import { nestedBytes, nestedList } from './readNested.ts'

/** A message whose content is not decoded yet. */
export interface MessageEnvelope {
  readonly kind: MessageKind
  readonly content: Uint8Array
  /** [type, content] as received; repeated messages are recognised by it. */
  readonly encoded: Uint8Array
}

const kinds: ReadonlyMap<number, MessageKind> = new Map(
  Object.entries(formats).map(([kind, { type }]) => [type, kind as MessageKind]),
)

/** Opens the payload of a message's frame. Throws a `DecodeError` for an unknown type. */
export function openEnvelope(payload: Uint8Array): MessageEnvelope {
  const encoded = RlpReader.list(payload, 'message').encoded('')
  const reader = RlpReader.list(encoded, 'message')
  const type = reader.number('type')
  const kind = kinds.get(type)
  if (kind === undefined) throw new DecodeError('message.type', `is ${type}, which does not exist`)
  return { kind, content: nestedBytes(reader, 'content'), encoded }
}

export function decodeMessage({ kind, content }: Pick<MessageEnvelope, 'kind' | 'content'>): Message {
  return { kind, ...valuesOf(kind, RlpReader.list(content, kind)) } as Message
}

/** The id and the fields; content with an id has the form [id, [fields]]. */
function valuesOf(kind: MessageKind, reader: RlpReader): { readonly [name: string]: unknown } {
  const { form, fields } = formats[kind]
  if (form === 'pushed') return decodeFields(fields, reader)
  if (form === 'numbered') {
    const id = reader.number('id')
    return { ...decodeFields(fields, nestedList(reader, 'fields')), id }
  }
  const [[name, list]] = Object.entries<ListField<unknown>>(fields) as [[string, ListField<unknown>]]
  return { [name]: list.items(reader) }
}
