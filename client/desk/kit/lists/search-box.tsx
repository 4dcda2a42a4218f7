import { SearchIcon } from '#client/desk/kit/icons.tsx'
import field from '#client/ui/controls/field.module.css'
import styles from './search-box.module.css'

interface SearchBoxProps {
  /** Accessible name, since only an icon is visible: `Search clients`. */
  label: string
  /** Placeholder: what can be searched. */
  placeholder: string
  value: string
  onChange: (typed: string) => void
}

/** A field above a list, which the caller filters with each key press. */
export function SearchBox({ label, placeholder, value, onChange }: SearchBoxProps) {
  return (
    <label className={styles.search}>
      <SearchIcon className={styles.glass} />
      <input
        type="search"
        className={field.control}
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}
