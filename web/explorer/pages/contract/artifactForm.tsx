import { useState } from 'preact/hooks'
import { type Artifact, readArtifact } from '../../../shared/abi/artifact.ts'
import { messageOf } from '../../../shared/rpc/rpcError.ts'

/** A file of a compiler is smaller. */
const maximumFileLength = 20 * 1024 * 1024

/** Takes an artifact that is dropped or chosen, or an ABI that is pasted. */
export function ArtifactForm({ onArtifact }: { readonly onArtifact: (artifact: Artifact) => void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const [isOver, setOver] = useState(false)
  const take = (content: string, name?: string) => {
    try {
      onArtifact(readArtifact(content, name))
      setProblem('')
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  const takeFile = async (file: File | undefined | null) => {
    if (!file) return
    if (file.size > maximumFileLength) setProblem('The file is larger than 20 MB.')
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
        Artifact of Hardhat or Foundry: drop it here, or choose a file
        <input
          type="file"
          accept=".json,application/json"
          onChange={({ currentTarget }) => void takeFile(currentTarget.files?.[0])}
        />
      </label>
      <label>
        Or paste an ABI
        <textarea
          rows={4}
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      {problem !== '' && (
        <p class="failure" role="alert">
          {problem}
        </p>
      )}
      <button type="submit">Use the ABI</button>
    </form>
  )
}
