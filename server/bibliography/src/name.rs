//! The name of an author.

/// A person or an organisation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(untagged)]
pub enum Name {
    /// A person.
    Person {
        /// The family name without its particle: `Gogh` of "van Gogh". Never empty.
        family: String,
        /// The given names, or the initials without dots: `Vincent Willem`, `V W`.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        given: String,
        /// The particle before the family name: `van`, `de la`.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        particle: String,
        /// `Jr`, `III`.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        suffix: String,
    },
    /// A consortium, an agency, a company.
    Organisation {
        /// Its name.
        name: String,
    },
}

impl Name {
    /// A person without particle and suffix.
    pub fn person(family: impl Into<String>, given: impl Into<String>) -> Self {
        Name::Person {
            family: family.into(),
            given: given.into(),
            particle: String::new(),
            suffix: String::new(),
        }
    }

    /// An organisation.
    pub fn organisation(name: impl Into<String>) -> Self {
        Name::Organisation { name: name.into() }
    }

    /// The family name with its particle, or the organisation: what a citation shows.
    #[must_use]
    pub fn surname(&self) -> String {
        match self {
            Name::Person { family, particle, .. } if particle.is_empty() => family.clone(),
            Name::Person { family, particle, .. } => format!("{particle} {family}"),
            Name::Organisation { name } => name.clone(),
        }
    }
}
