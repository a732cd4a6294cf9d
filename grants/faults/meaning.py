"""Sentences about what a document means: names, shapes, units, values, figures."""

SENTENCES: dict[str, tuple[str, str]] = {
    "below_minimum_share": (
        "{name} pays {met}, under its minimum of {least}.",
        "{name} paie {met}, moins que son minimum de {least}.",
    ),
    "by_not_government": (
        "What a pool is allocated by must vary by government.",
        "Ce selon quoi une enveloppe est répartie doit varier selon le gouvernement.",
    ),
    "check_not_an_answer": (
        "The check '{name}' must be a comparison: it answers yes or no.",
        "La vérification « {name} » doit être une comparaison : elle répond par oui ou non.",
    ),
    "condition_of_many": (
        "A condition speaks of one figure; this one still varies by {axes}.",
        "Une condition porte sur un seul chiffre ; celle-ci varie encore selon {axes}.",
    ),
    "cost_varies_over": (
        "The cost varies by {axis} already, so it cannot be divided over {axis}.",
        "Le coût varie déjà selon {axis} ; il ne peut donc pas être réparti selon {axis}.",
    ),
    "division_by_zero": (
        "Division by zero{for_cell}.",
        "Division par zéro{for_cell}.",
    ),
    "does_not_vary": (
        "This does not vary by {axis}, so '.{label}' cannot be taken from it.",
        "Ceci ne varie pas selon {axis} ; « .{label} » ne peut donc pas en être tiré.",
    ),
    "does_not_vary_by": (
        "'{name}' does not vary by {axis}.",
        "« {name} » ne varie pas selon {axis}.",
    ),
    "does_not_vary_sum": (
        "This does not vary by {axis}, so it cannot be added up over it.",
        "Ceci ne varie pas selon {axis} et ne peut donc pas y être additionné.",
    ),
    "every_part_written": (
        "Beside a range or unknown every part must be written; missing: {labels}.",
        (
            "À côté d'un intervalle ou d'un inconnu, chaque part doit être écrite ; il "
            "manque : {labels}."
        ),
    ),
    "expected_meets_nothing": (
        "What is expected here names labels the figure does not vary by.",
        ("Ce qui est attendu ici nomme des étiquettes selon lesquelles le chiffre ne varie pas."),
    ),
    "figure_too_long": (
        "A figure grew over {most} bits.",
        "Un chiffre a dépassé {most} bits.",
    ),
    "maximums_below_pool": (
        "The maximums leave {met} of the pool to nobody{for_cell}.",
        "Les maximums laissent {met} de l'enveloppe à personne{for_cell}.",
    ),
    "minimum_above_maximum": (
        "A minimum of {met} lies above its maximum of {most}{for_cell}.",
        "Un minimum de {met} dépasse son maximum de {most}{for_cell}.",
    ),
    "minimums_above_pool": (
        "The minimums are {met} more than the pool{for_cell}.",
        "Les minimums dépassent l'enveloppe de {met}{for_cell}.",
    ),
    "negative_weight": (
        "A weight is {met}; it must be 0 or more{for_cell}.",
        "Un poids est {met} ; il doit être de 0 ou plus{for_cell}.",
    ),
    "no_release": (
        "No release of {indicator} for {date} is known for '{name}'.",
        "Aucune publication de {indicator} au {date} n'est connue pour « {name} ».",
    ),
    "no_status_quo": (
        "'{name}' needs a status_quo; write unknown if nobody can say.",
        "« {name} » a besoin d'un status_quo ; écrivez unknown si personne ne peut le dire.",
    ),
    "no_such_figure": (
        "No figure here is named '{name}'.",
        "Aucun chiffre ici ne se nomme « {name} ».",
    ),
    "no_value_for": (
        "'{name}' has no value for {labels}; add 'others:'.",
        "« {name} » n'a pas de valeur pour {labels} ; ajoutez « others: ».",
    ),
    "not_positive": (
        "This is {met}; it must be above 0.",
        "Ceci vaut {met} ; il doit dépasser 0.",
    ),
    "out_of_range": (
        "{name} is {met}; it must lie in {allowed}.",
        "{name} vaut {met} ; il doit être dans {allowed}.",
    ),
    "payers_above_cost": (
        "The payers would pay {met} of a cost of {most}.",
        "Les payeurs paieraient {met} d'un coût de {most}.",
    ),
    "pool_by_government": (
        "The pool varies by government already, so it cannot be allocated to governments.",
        (
            "L'enveloppe varie déjà selon le gouvernement ; elle ne peut donc pas être "
            "répartie entre les gouvernements."
        ),
    ),
    "power_of_unit": (
        "{unit} cannot be raised to an exponent that changes with the years.",
        "{unit} ne peut pas être élevé à un exposant qui change avec les années.",
    ),
    "proportions_count": (
        "{met} proportion(s) are written; there must be one each for {wanted}.",
        "{met} proportion(s) sont écrites ; il en faut une pour chacun : {wanted}.",
    ),
    "release_lacks": (
        "The release {release} has no figure for {labels}, which '{name}' needs.",
        ("La publication {release} n'a pas de chiffre pour {labels}, dont « {name} » a besoin."),
    ),
    "release_not_positive": (
        "{label} has {met}; a population must be above 0.",
        "{label} a {met} ; une population doit dépasser 0.",
    ),
    "round_over_bad": (
        ("round(x, unit over {axis}) needs an x that varies by {axis} and a unit that does not."),
        (
            "round(x, unit over {axis}) demande un x qui varie selon {axis} et une unité qui "
            "n'y varie pas."
        ),
    ),
    "shares_do_not_add": (
        "These shares add to {met}, not to 1.",
        "Ces parts totalisent {met}, et non 1.",
    ),
    "shares_do_not_vary": (
        "This must vary by {axis}.",
        "Ceci doit varier selon {axis}.",
    ),
    "sum_over_what": (
        "Say what is summed: sum(x over government), sum(x over year).",
        "Dites ce qui est additionné : sum(x over government), sum(x over year).",
    ),
    "two_axes": (
        "One table speaks of one axis; here are {axes}. Nest them.",
        "Un tableau porte sur un seul axe ; il y a ici {axes}. Imbriquez-les.",
    ),
    "two_rests": (
        "Only one part can be the rest.",
        "Une seule part peut être le reste.",
    ),
    "unit_not_positive": (
        "A step of rounding is {met}; it must be a certain number above 0.",
        "Un pas d'arrondi est {met} ; il doit être un nombre certain au-dessus de 0.",
    ),
    "units_mixed": (
        "This puts {first_unit} and {second_unit} together.",
        "Ceci met ensemble {first_unit} et {second_unit}.",
    ),
    "unknown_argument": (
        "'{name}' is not an argument of {form}.",
        "« {name} » n'est pas un argument de {form}.",
    ),
    "unknown_axis": (
        "No axis is named '{name}'.",
        "Aucun axe ne se nomme « {name} ».",
    ),
    "unknown_better": (
        "'{name}' is not more or less.",
        "« {name} » n'est ni more ni less.",
    ),
    "unknown_dataset": (
        "No dataset is named '{name}'.",
        "Aucun jeu de données ne se nomme « {name} ».",
    ),
    "unknown_function": (
        "There is no function '{name}'.",
        "Il n'y a pas de fonction « {name} ».",
    ),
    "unknown_key": (
        "'{name}' is not a key here.",
        "« {name} » n'est pas une clé ici.",
    ),
    "unknown_kind": (
        "There is no kind '{name}'.",
        "Il n'y a pas de genre « {name} ».",
    ),
    "unknown_label": (
        "No label here is '{name}'.",
        "Aucune étiquette ici n'est « {name} ».",
    ),
    "unknown_name": (
        "Nothing here is named '{name}'.",
        "Rien ici ne se nomme « {name} ».",
    ),
    "unknown_operation": (
        "There is no operation '{name}'.",
        "Il n'y a pas d'opération « {name} ».",
    ),
    "unknown_parameter": (
        "No parameter is named '{name}'.",
        "Aucun paramètre ne se nomme « {name} ».",
    ),
    "unknown_quantity": (
        "No quantity is named '{name}'.",
        "Aucune quantité ne se nomme « {name} ».",
    ),
    "unknown_scenario": (
        "No scenario is named '{name}'.",
        "Aucun scénario ne se nomme « {name} ».",
    ),
    "unknown_source": (
        "No source is named '{name}'.",
        "Aucune source ne se nomme « {name} ».",
    ),
    "unknown_sure": (
        "'{name}' is not agreed, offered or assumed.",
        "« {name} » n'est ni agreed, ni offered, ni assumed.",
    ),
    "unknown_word": (
        "'{name}' is not a word that may stand here.",
        "« {name} » n'est pas un mot permis ici.",
    ),
    "weights_add_to_zero": (
        "The weights add to zero, so nothing can be shared by them{for_cell}.",
        "Les poids totalisent zéro ; rien ne peut être réparti selon eux{for_cell}.",
    ),
    "weights_over": (
        "'{name}': weights, and only weights, have 'over: axis'.",
        "« {name} » : les poids, et eux seuls, ont « over: axe ».",
    ),
    "width_missing": (
        "Only the last slice may have no width.",
        "Seule la dernière tranche peut être sans largeur.",
    ),
    "year_inside_then": (
        (
            "Inside first and then every name is its value that year: no year can be taken "
            "or summed."
        ),
        (
            "Dans first et then, chaque nom est sa valeur de l'année : aucune année ne peut "
            "être tirée ni additionnée."
        ),
    ),
}
