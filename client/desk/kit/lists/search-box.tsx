import { SearchIcon } from '#client/desk/kit/icons.tsx'
import field from '#client/ui/controls/field.module.css'
import styles from './search-box.module.css'

interface SearchBoxProps {
  /** For those who do not see the glass: `Search clients`. */
  label: string
  /** What is searched. */
  hint: string
  value: string
  onChange: (typed: string) => void
}

/** Above a list, to narrow it while one types. */
export function SearchBox({ label, hint, value, onChange }: SearchBoxProps) {
  return (
    <label className={styles.search}>
      <SearchIcon className={styles.glass} />
      <input
        type="search"
        className={field.control}
        aria-label={label}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}
