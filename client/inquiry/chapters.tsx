import { Checkbox } from '#client/ui/controls/checkbox.tsx'
import { TextArea, TextField } from '#client/ui/controls/field.tsx'
import { PhoneField } from '#client/ui/controls/phone-field.tsx'
import { destinationChoices, OTHER_DESTINATION } from '#shared/booking/catalogue.ts'
import { DEFAULT_COUNTRY } from '#shared/booking/phone.ts'
import * as options from '#shared/inquiry/fields.ts'
import { companionsOf, travellerFields, travellerName } from '#shared/inquiry/fields.ts'
import { questions, travellerLabels } from '#shared/inquiry/questions.ts'
import {
  AskArea,
  AskCount,
  AskDate,
  AskMany,
  AskOne,
  AskText,
  Chapter,
  Questions,
  useAnswers,
} from './ask.tsx'
import styles from './chapters.module.css'

export function You() {
  const { fields, change, told } = useAnswers()
  return (
    <Chapter id="you">
      <Questions>
        <AskText name="first_name" autoComplete="given-name" />
        <AskText name="last_name" autoComplete="family-name" />
        <AskText name="email" type="email" autoComplete="email" maxLength={254} />
        <PhoneField
          country={fields.country ?? DEFAULT_COUNTRY}
          phone={fields.phone ?? ''}
          error={told.phone}
          onChange={(phone) => change(phone)}
        />
        <AskText name="nationality" />
        <AskOne half name="communication_style" options={options.communicationStyles} />
        <AskOne name="special_occasion" options={options.specialOccasions} opener={options.OTHER}>
          <AskText opened name="special_occasion_other" maxLength={200} />
        </AskOne>
      </Questions>
    </Chapter>
  )
}

export function Journey() {
  const { fields, change, today } = useAnswers()
  return (
    <Chapter id="journey">
      <Questions>
        <AskMany name="travel_destination" options={destinationChoices} opener={OTHER_DESTINATION}>
          <AskText opened name="travel_destination_other" maxLength={200} />
        </AskMany>
        <AskDate name="departure_date" from={today} />
        <AskDate name="return_date" from={fields.departure_date || today} />
        <div className={styles.flexible}>
          <Checkbox
            name="flexible_dates"
            value="on"
            checked={fields.flexible_dates === 'on'}
            onChange={(event) => change({ flexible_dates: event.target.checked ? 'on' : '' })}
          >
            {questions.flexible_dates.label}
          </Checkbox>
        </div>
        <AskCount name="adults" label="Adults" least={1} one="adult" />
        <AskCount name="children" label="Children" note="(0-12 years)" least={0} one="child" />
        <Companions />
        <AskOne name="trip_budget" options={options.tripBudgets} />
      </Questions>
    </Chapter>
  )
}

export function GettingThere() {
  return (
    <Chapter id="getting-there">
      <Questions>
        <AskOne name="flight_class" options={options.flightClasses} opener={options.OTHER}>
          <AskText opened name="flight_class_other" maxLength={200} />
        </AskOne>
        <AskOne half name="book_own_airfare" options={options.yesOrNo} />
        <AskText name="departure_airport" maxLength={200} />
        <AskOne name="small_planes" options={options.smallPlanes} />
      </Questions>
    </Chapter>
  )
}

export function Staying() {
  return (
    <Chapter id="staying">
      <Questions>
        <AskOne name="moving_hotels" options={options.movingHotels} />
        <AskOne name="hotel_preference" options={options.hotelPreferences} />
        <AskArea name="accommodations" placeholder="Places you have loved, and why" />
        <AskArea name="pet_peeves" placeholder="What spoils a stay for you" />
        <AskOne name="allergies" options={options.yesOrNo} opener={options.YES}>
          <AskText opened name="allergies_detail" maxLength={1000} />
        </AskOne>
      </Questions>
    </Chapter>
  )
}

export function Interests() {
  return (
    <Chapter id="interests">
      <Questions>
        <div className={styles.wide}>
          <AskArea name="free_time_activities" />
        </div>
        <AskMany name="outdoor_activities" options={options.outdoorActivities} />
        <AskMany name="areas_of_interest" options={options.areasOfInterest} />
      </Questions>
    </Chapter>
  )
}

/** A row for each companion of the sender. A row removed and added again keeps its values. */
function Companions() {
  const { fields, change, told } = useAnswers()
  const companions = companionsOf(fields)
  return (
    <div className={styles.companions}>
      {companions.length > 0 ? <p className={styles.title}>Who travels with you</p> : null}
      <div className={styles.rows}>
        {companions.map(({ index, title }) => (
          <fieldset key={title} className={styles.row}>
            <legend>{title}</legend>
            {travellerFields.map((field) => {
              const name = travellerName(index, field)
              return (
                <TextField
                  key={name}
                  label={travellerLabels[field]}
                  name={name}
                  autoComplete="off"
                  required
                  maxLength={100}
                  value={fields[name] ?? ''}
                  error={told[name]}
                  onChange={(event) => change({ [name]: event.target.value })}
                />
              )
            })}
          </fieldset>
        ))}
      </div>
      <noscript>
        <TextArea
          label="Who travels with you"
          hint="First name, last name and relationship of each, one per line."
          name="travelers_note"
          optional
          rows={3}
          maxLength={2000}
        />
      </noscript>
    </div>
  )
}
