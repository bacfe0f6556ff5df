import { useState } from 'preact/hooks'
import { type Artifact, readArtifacts } from '../../../shared/abi/artifact.ts'
import { Failure } from '../../../shared/parts/notices.tsx'

/** Bytes; files of compilers are smaller. */
const maximumFileLength = 20 * 1024 * 1024

interface ArtifactFormProps {
  /** Chooses among the contracts of a file. Throws when none is suitable. */
  readonly choose: (artifacts: readonly [Artifact, ...Artifact[]]) => Artifact
  readonly onArtifact: (artifact: Artifact) => void
}

/** Takes an artifact or the standard JSON of a compiler that is dropped or chosen, or an ABI that is pasted. */
export function ArtifactForm({ choose, onArtifact }: ArtifactFormProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<unknown>()
  const [isOver, setOver] = useState(false)
  const take = (content: string, name?: string) => {
    try {
      onArtifact(choose(readArtifacts(content, name)))
      setProblem(undefined)
    } catch (error) {
      setProblem(error)
    }
  }
  const takeFile = async (file: File | undefined | null) => {
    if (!file) return
    if (file.size > maximumFileLength) setProblem(new Error('The file is larger than 20 MB.'))
    else take(await file.text(), file.name.replace(/\.json$/i, ''))
  }
  return (
    <form
      class={isOver ? 'artifact over' : 'artifact'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void takeFile(event.dataTransfer?.files[0])
      }}
      onSubmit={(event) => {
        event.preventDefault()
        take(text)
      }}
    >
      <label>
        Artifact of Hardhat or Foundry, or a file of build-info with the sources: drop it here, or choose a
        file
        <input
          type="file"
          accept=".json,application/json"
          onChange={({ currentTarget }) => void takeFile(currentTarget.files?.[0])}
        />
      </label>
      <label>
        Or paste an ABI or an artifact
        <textarea
          rows={4}
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      {problem !== undefined && <Failure error={problem} />}
      <button type="submit">Use the ABI</button>
    </form>
  )
}
