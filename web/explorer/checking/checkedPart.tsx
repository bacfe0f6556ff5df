import { signal } from '@preact/signals'
import { Waiting } from '../../shared/parts/notices.tsx'
import { useLoaded } from '../../shared/rpc/loading.ts'
import { isLocal } from '../network.ts'
import { type Checked, NotOnChain, unprovableCode } from './checks.ts'
import { forgetLightClient } from './lightClient.ts'

interface CheckedPartProps {
  readonly check: () => Promise<Checked>
  /** What is checked: its result is not shown for another one. */
  readonly subject: string
}

/** Set by the visitor's first check, which loads the light client. */
const isChecking = signal(false)

/** Whether what the page shows was checked in the page, or a button that begins it. */
export function CheckedPart({ check, subject }: CheckedPartProps) {
  if (!isChecking.value) {
    return (
      <p>
        <button type="button" class="quiet" onClick={() => (isChecking.value = true)}>
          Check this in the page
        </button>
      </p>
    )
  }
  return <Result check={check} subject={subject} />
}

function Result({ check, subject }: CheckedPartProps) {
  const outcome = useLoaded(() => check().catch(beginAnew), subject)
  if (outcome.state === 'loading') return <Waiting what="Checking in this page" />
  if (outcome.state === 'failed') return <Problem problem={outcome.error} />
  const { what, belief, differences } = outcome.value
  if (differences.length > 0) {
    return (
      <div class="failure" role="alert">
        <strong>False: the proofs contradict the node.</strong>
        <ul>
          {differences.map(({ name, shown, proved }) => (
            <li key={name}>
              {name}: the node says {shortly(shown)}, proved is {shortly(proved)}
            </li>
          ))}
        </ul>
      </div>
    )
  }
  return (
    <details>
      <summary>
        <span class="badge good">checked in this page</span>
      </summary>
      <p>
        Checked: {what}. Believed: {belief}.{' '}
        {isLocal() &&
          'This is a local chain: its blocks have no proof of work worth the name, so its node is trusted.'}
      </p>
    </details>
  )
}

function beginAnew(problem: unknown): never {
  forgetLightClient()
  throw problem
}

const maximumLength = 100
const shortly = (text: string): string =>
  text.length > maximumLength ? `${text.slice(0, maximumLength)}…` : text

/** A lack of proof accuses the node; without an answer, or for an old block, nothing was checked. */
function Problem({ problem }: { readonly problem: unknown }) {
  const { code, message } = problem as { readonly code?: number; readonly message: string }
  const isFalse = code === unprovableCode || problem instanceof NotOnChain
  return (
    <p class={isFalse ? 'failure' : 'warning'} role="alert">
      <strong>{isFalse ? 'Not proved' : 'Not checked'}:</strong> {message}
    </p>
  )
}
