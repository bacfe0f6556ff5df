/** Joins the cells of each row into a line; pads them so that columns are aligned. */
export function alignedRows(rows: readonly (readonly string[])[]): string[] {
  const columns = rows[0]?.length ?? 0
  const widths = Array.from({ length: columns }, (_, column) =>
    rows.reduce((widest, row) => Math.max(widest, row[column]!.length), 0),
  )
  return rows.map((row) => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column]!))
    return cells.join('  ').trimEnd()
  })
}
