import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { decodeEvent, nameOf } from '../../../shared/abi/contracts.ts'
import { integerOf } from '../../../shared/format/quantity.ts'
import { BytesText } from '../../../shared/parts/bytesText.tsx'
import { DecodedCall } from '../../../shared/parts/decodedValues.tsx'
import { AddressLink } from '../../../shared/parts/links.tsx'
import { Empty } from '../../../shared/parts/notices.tsx'
import type { Log } from '../../../shared/rpc/answers.ts'

const pageSize = 50

export function LogList({ logs }: { readonly logs: readonly Log[] }) {
  const [shown, setShown] = useState(pageSize)
  if (logs.length === 0) return <Empty>The transaction wrote no logs.</Empty>
  return (
    <ol class="logs">
      {logs.slice(0, shown).map((log) => (
        <LogEntry key={log.logIndex} log={log}>
          <small>{String(integerOf(log.logIndex))}</small>{' '}
          <AddressLink value={log.address} label={nameOf(log.address)} />
        </LogEntry>
      ))}
      {logs.length > shown && (
        <li>
          <button type="button" onClick={() => setShown(shown + 200)}>
            Show more of {logs.length} logs
          </button>
        </li>
      )}
    </ol>
  )
}

interface LogEntryParts {
  readonly log: Pick<Log, 'address' | 'topics' | 'data'>
  /** Where the log is from. */
  readonly children: ComponentChildren
}

export function LogEntry({ log: { address, topics, data }, children }: LogEntryParts) {
  const decoded = decodeEvent(address, topics, data)
  return (
    <li>
      <header>{children}</header>
      {decoded !== undefined && <DecodedCall decoded={decoded} />}
      <details open={decoded === undefined}>
        <summary>Topics and data</summary>
        <ol class="topics">
          {topics.map((topic, index) => (
            <li key={`${index} ${topic}`} class="hex">
              {topic}
            </li>
          ))}
        </ol>
        <BytesText data={data} name="data" />
      </details>
    </li>
  )
}
