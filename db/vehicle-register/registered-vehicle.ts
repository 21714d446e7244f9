/**
 * What the register says of one plate, the same whether it was read from the store or asked from the publisher:
 * the publisher's own words and codes, dates as `YYYY-MM-DD`, null for what is not known.
 */
export interface RegisteredVehicle {
  /** Six characters, without dashes. */
  readonly plate: string;
  /** e.g. `Personenauto` */
  readonly kind: string | null;
  readonly make: string | null;
  /** Trade name as published, often with the make in front. */
  readonly model: string | null;
  /** e.g. `hatchback` */
  readonly body: string | null;
  /** e.g. `ZWART` */
  readonly primaryColour: string | null;
  readonly secondaryColour: string | null;
  /** First admission to the road anywhere. */
  readonly firstAdmission: string | null;
  readonly firstDutchRegistration: string | null;
  /** The last change of holder. */
  readonly holderSince: string | null;
  readonly inspectionExpiry: string | null;
  readonly tachographExpiry: string | null;
  readonly insured: boolean | null;
  /** True where the publisher says that insurance does not apply; `insured` is null then. */
  readonly insuranceNotApplicable: boolean | null;
  readonly exported: boolean | null;
  /** The indicator in the vehicle's own row; its recall rows may say otherwise. */
  readonly openRecallIndicated: boolean | null;
  readonly taxi: boolean | null;
  readonly transferPossible: boolean | null;
  /** `Logisch`, `Onlogisch`, `Geen oordeel`, `Niet geregistreerd`. */
  readonly odometerVerdict: string | null;
  /** `00` to `07`, `NG`. */
  readonly odometerCode: string | null;
  readonly odometerLastYear: number | null;
  readonly seats: number | null;
  readonly doors: number | null;
  readonly wheels: number | null;
  readonly cylinders: number | null;
  readonly engineCm3: number | null;
  readonly massEmptyKg: number | null;
  readonly massRunningKg: number | null;
  readonly massMaxKg: number | null;
  readonly massTechnicalMaxKg: number | null;
  readonly massCombinationMaxKg: number | null;
  readonly payloadKg: number | null;
  readonly towUnbrakedKg: number | null;
  readonly towBrakedKg: number | null;
  readonly lengthCm: number | null;
  readonly widthCm: number | null;
  readonly heightCm: number | null;
  readonly wheelbaseCm: number | null;
  readonly topSpeedKmh: number | null;
  readonly cataloguePriceEur: number | null;
  readonly grossBpmEur: number | null;
  readonly euCategory: string | null;
  /** `A` to `G`. */
  readonly efficiencyClass: string | null;
  readonly type: string | null;
  readonly typeApproval: string | null;
  readonly variant: string | null;
  readonly version: string | null;
}

/** One fuel of a vehicle. A hybrid has two, some vehicles three; their powers are not to be added. */
export interface VehicleFuel {
  readonly sequence: number;
  /** e.g. `Benzine` */
  readonly fuel: string | null;
  /** e.g. `EURO 6 DG`; a hybrid's electricity row repeats that of its other fuel. */
  readonly emissionLevel: string | null;
  /** 0 to 6, or Z. */
  readonly emissionCode: string | null;
  /** `OVC-HEV`, `NOVC-HEV`, `OVC-FCHV`, `NOVC-FCHV`. */
  readonly hybridClass: string | null;
  readonly consumptionNedcLPer100Km: number | null;
  readonly consumptionWltpLPer100Km: number | null;
  readonly co2NedcGPerKm: number | null;
  readonly co2NedcWeightedGPerKm: number | null;
  readonly co2WltpGPerKm: number | null;
  readonly co2WltpWeightedGPerKm: number | null;
  readonly netPowerKw: number | null;
  readonly continuousPowerKw: number | null;
  readonly electricPowerKw: number | null;
  readonly rangeElectricWltpKm: number | null;
  readonly rangeChargedWltpKm: number | null;
  readonly rangeOtherKm: number | null;
}

/** One recall of a vehicle, with its notice where that is published. */
export interface VehicleRecall extends RecallNotice {
  /** e.g. `MGP220252` */
  readonly reference: string;
  /** `O` open, `P` the producer has reported the repair. */
  readonly statusCode: string;
}

/** What is published of a recall, for all its vehicles. */
export interface RecallNotice {
  readonly published: string | null;
  readonly announced: string | null;
  readonly producer: string | null;
  readonly category: string | null;
  readonly description: string | null;
  readonly consequences: string | null;
  readonly remedy: string | null;
  readonly remarks: string | null;
  /** `ERN` serious. */
  readonly riskCode: string | null;
  readonly url: string | null;
  readonly phone: string | null;
  /** `ONG`, `TEL`, `BRA`, `MIL`; empty where none is published. */
  readonly hazardCodes: readonly string[];
}

/** Everything that is held of one plate. */
export interface VehicleRecord {
  readonly vehicle: RegisteredVehicle;
  /** In the order of their sequence numbers; empty for trailers. */
  readonly fuels: readonly VehicleFuel[];
  /** Newest reference first. */
  readonly recalls: readonly VehicleRecall[];
  /** The publisher's explanation of the odometer code, in Dutch. */
  readonly odometerExplanation: string | null;
}
