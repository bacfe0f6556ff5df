import { useState } from 'preact/hooks'
import { Failure } from '../../../shared/parts/notices.tsx'
import { askText } from '../../admin/adminClient.ts'

/** Saves a table as a file. A plain link could not send the token. */
export function CsvButton({ path }: { readonly path: string }) {
  const [problem, setProblem] = useState<unknown>()
  const save = async () => {
    try {
      const address = URL.createObjectURL(new Blob([await askText(path)], { type: 'text/csv' }))
      const link = Object.assign(document.createElement('a'), { href: address, download: 'usage.csv' })
      link.click()
      URL.revokeObjectURL(address)
      setProblem(undefined)
    } catch (error) {
      setProblem(error)
    }
  }
  return (
    <>
      <button type="button" onClick={save}>
        Save as CSV
      </button>
      {problem !== undefined && <Failure error={problem} />}
    </>
  )
}
