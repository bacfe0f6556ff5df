import { useState } from 'preact/hooks'
import { loadSources } from '../../../shared/abi/contracts.ts'
import { CopyButton } from '../../../shared/parts/copyable.tsx'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import { useLoaded } from '../../../shared/rpc/loading.ts'

const maximumLines = 10_000

/** The sources of a contract with the numbers of their lines, one file at a time. */
export function SourceView({ address }: { readonly address: string }) {
  const [chosen, choose] = useState(0)
  const loaded = useLoaded(() => loadSources(address), `sources ${address}`)
  return (
    <LoadedPart loaded={loaded} what="Loading the sources">
      {(files) => {
        const file = files[chosen] ?? files[0]
        if (file === undefined) {
          return (
            <Empty>There are no sources: a file of build-info has them, an artifact alone does not.</Empty>
          )
        }
        const lines = file.content.split(/\r?\n/)
        return (
          <>
            <div class="title">
              <label>
                File
                <select
                  value={String(files.indexOf(file))}
                  onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
                >
                  {files.map(({ path }, index) => (
                    <option key={path} value={String(index)}>
                      {path}
                    </option>
                  ))}
                </select>
              </label>
              <CopyButton text={file.content} name="source" />
            </div>
            <section class="source" aria-label={`Source ${file.path}`} tabIndex={0}>
              <ol>
                {lines.slice(0, maximumLines).map((line, index) => (
                  <li key={`${index}`}>
                    <code>{line}</code>
                  </li>
                ))}
              </ol>
            </section>
            {lines.length > maximumLines && (
              <p>The other {lines.length - maximumLines} lines are in the copy.</p>
            )}
          </>
        )
      }}
    </LoadedPart>
  )
}
