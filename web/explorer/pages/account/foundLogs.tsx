import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { grouped, integerOf } from '../../../shared/format/quantity.ts'
import { Empty, Failure, LoadedPart } from '../../../shared/parts/notices.tsx'
import type { Log } from '../../../shared/rpc/answers.ts'
import { head } from '../../../shared/rpc/heads.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { type FoundLogs, type LogFilter, searchLogs } from './logSearch.ts'

interface LogSearchProps {
  /** Names the filters. */
  readonly identity: string
  readonly filters: readonly LogFilter[]
  /** What is searched for, in the plural. */
  readonly what: string
  readonly children: (logs: readonly Log[]) => ComponentChildren
}

const pageSize = 25

/** Logs that fit filters, newest first, with buttons that show more and search older blocks. */
export function LogSearch({ identity, filters, what, children }: LogSearchProps) {
  const [older, setOlder] = useState<FoundLogs>()
  const [shown, setShown] = useState(pageSize)
  const [problem, setProblem] = useState<unknown>()
  const best = integerOf(head.value?.number)
  // New blocks do not move the rows while the user looks at older ones.
  const isAtHead = older === undefined && shown === pageSize
  const loaded = useLoaded(
    () => searchLogs(filters, best, pageSize),
    `logs ${identity}`,
    isAtHead ? [head.value?.hash] : ['kept'],
  )
  return (
    <LoadedPart loaded={loaded} what={`Searching for ${what}`}>
      {(newest) => {
        const logs = [...newest.logs, ...(older?.logs ?? [])]
        const from = older?.from ?? newest.from
        const search = () => {
          searchLogs(filters, from - 1n, pageSize).then(
            (found) => setOlder({ logs: [...(older?.logs ?? []), ...found.logs], from: found.from }),
            setProblem,
          )
        }
        return (
          <>
            {logs.length === 0 ? (
              <Empty>
                There are no {what} {from === 0n ? 'on this chain' : `since block ${grouped(from)}`}.
              </Empty>
            ) : (
              children(logs.slice(0, shown))
            )}
            {problem !== undefined && <Failure error={problem} />}
            <div class="paging">
              {logs.length > shown && (
                <button type="button" onClick={() => setShown(shown + 4 * pageSize)}>
                  Show more of {grouped(logs.length)}
                </button>
              )}
              {from > 0n && (
                <button type="button" onClick={search}>
                  Search before block {grouped(from)}
                </button>
              )}
            </div>
          </>
        )
      }}
    </LoadedPart>
  )
}
