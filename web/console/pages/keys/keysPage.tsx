import { useState } from 'preact/hooks'
import { CopyButton } from '../../../shared/parts/copyable.tsx'
import { Panel } from '../../../shared/parts/facts.tsx'
import { Failure, LoadedPart } from '../../../shared/parts/notices.tsx'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { ask } from '../../admin/adminClient.ts'
import type { IssuedKey, Key } from '../../admin/answers.ts'
import { KeyForm } from './keyForm.tsx'
import { KeyTable } from './keyTable.tsx'

export function KeysPage() {
  const [turn, setTurn] = useState(0)
  const [issued, setIssued] = useState<IssuedKey>()
  const [edited, setEdited] = useState<Key>()
  const [problem, setProblem] = useState<unknown>()
  const keys = useLoaded(() => ask<readonly Key[]>('keys'), 'keys', [turn])

  const change = async <Answer,>(path: string, method: 'POST' | 'PATCH', body: object) => {
    setProblem(undefined)
    try {
      return await ask<Answer>(path, { method, body })
    } catch (error) {
      setProblem(error)
      return undefined
    } finally {
      setTurn((before) => before + 1)
    }
  }
  const save = async (grants: object) => {
    if (edited === undefined) setIssued(await change<IssuedKey>('keys', 'POST', grants))
    else if (await change<Key>(`keys/${edited.id}`, 'PATCH', grants)) setEdited(undefined)
  }
  const rotate = async ({ id }: Key) =>
    setIssued(await change<IssuedKey>(`keys/${id}/rotate`, 'POST', { graceSeconds: 3600 }))
  const revoke = ({ id }: Key) => change<Key>(`keys/${id}/revoke`, 'POST', {})

  return (
    <>
      <h1>API keys</h1>
      {problem !== undefined && <Failure error={problem} />}
      {issued !== undefined && <Secret issued={issued} onDone={() => setIssued(undefined)} />}
      <Panel title="Keys">
        <LoadedPart loaded={keys}>
          {(list) => <KeyTable keys={list} onEdit={setEdited} onRotate={rotate} onRevoke={revoke} />}
        </LoadedPart>
      </Panel>
      <Panel title={edited === undefined ? 'New key' : `Change “${edited.label}”`}>
        <KeyForm
          key={edited?.id ?? `new ${turn}`}
          edited={edited}
          onSave={save}
          onCancel={() => setEdited(undefined)}
        />
      </Panel>
    </>
  )
}

interface SecretProps {
  readonly issued: IssuedKey
  readonly onDone: () => void
}

const Secret = ({ issued: { key, text }, onDone }: SecretProps) => (
  <section class="secret" aria-label="New key" role="status">
    <p>
      The key “{key.label}”. It is not shown again.
      {key.retiredUntil !== undefined && ' Its old secret stays valid for an hour.'}
    </p>
    <p class="mono">
      <span id="key-text">{text}</span> <CopyButton text={text} name="key" />
    </p>
    <button type="button" onClick={onDone}>
      Done
    </button>
  </section>
)
